import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'

import type { Bound } from '#kit/form.tsx'

import { TagList } from './tag-list.tsx'

/** A text input that suggests what is in use already; anything else can be typed. */
export function FormSuggestions<Values extends FieldValues>({
  control,
  name,
  ...rest
}: Bound<AutocompleteProps, Values> & { name: FieldPath<Values> }) {
  const { field, fieldState } = useController({ control, name })
  return (
    <Autocomplete
      {...rest}
      {...field}
      value={field.value as string}
      error={fieldState.error?.message}
      dir="auto"
      autoComplete="off"
      limit={12}
      maxDropdownHeight={240}
    />
  )
}

type TagsProps<Values extends FieldValues> = Pick<Bound<AutocompleteProps, Values>, 'control'> & {
  name: FieldPath<Values>
  data: readonly string[]
}

/** Tags, with those of the catalog as suggestions. Enter or a comma adds one. */
export function FormTags<Values extends FieldValues>({ control, name, data }: TagsProps<Values>) {
  const { field, fieldState } = useController({ control, name })
  const tags = field.value as string[]
  return (
    <TagList
      {...field}
      value={tags}
      data={data}
      label="Tags"
      description="Press Enter or type a comma to add a tag."
      placeholder={tags.length === 0 ? 'print, on site…' : ''}
      error={fieldState.error?.message}
    />
  )
}
