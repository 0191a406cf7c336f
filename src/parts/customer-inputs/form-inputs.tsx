import { TextInput, type TextInputProps, Textarea } from '@mantine/core'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'

import { type Bound, bind } from '#kit/form.tsx'
import { Select } from '#kit/select.tsx'

/** The inputs of the customer forms, tied to a form by `control` and `name`. */
export const FormText = bind(TextInput)
export const FormTextarea = bind(Textarea)
export const FormSelect = bind(Select)

interface Checks {
  /** Returns the value as it is stored; applied when the input is left. */
  normalize: (typed: string) => string
  /** Returns what is unusual about a value. A warning never stops anybody. */
  warningOf: (typed: string) => string | undefined
}

/** A text input that tidies its value up when it is left, and warns about what looks wrong. */
export function FormCheckedText<Values extends FieldValues>({
  control,
  name,
  normalize,
  warningOf,
  ...rest
}: Bound<TextInputProps, Values> & Checks & { name: FieldPath<Values> }) {
  const { field, fieldState } = useController({ control, name })
  const value: string = field.value ?? ''
  const warning = fieldState.isTouched ? warningOf(value) : undefined
  return (
    <TextInput
      {...rest}
      {...field}
      value={value}
      error={fieldState.error?.message}
      description={warning}
      descriptionProps={{
        c: 'var(--bureau-notice)',
        role: 'status',
      }}
      onBlur={() => {
        const normal = normalize(value)
        if (normal !== value) field.onChange(normal)
        field.onBlur()
      }}
    />
  )
}
