import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useState } from 'react'

import { longestServiceText, mostTags } from '#contract/services/input.ts'

interface Props extends Omit<TagsInputProps, 'value' | 'onChange' | 'data'> {
  value: readonly string[]
  onChange: (tags: string[]) => void
  /** Tags in use already; others can be typed. */
  data: readonly string[]
}

/** An input for tags. Enter or a comma adds one; then the suggestions close, so that they cover nothing. */
export function TagList({ value, onChange, data, ...rest }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <TagsInput
      {...rest}
      value={[...value]}
      onChange={(tags) => {
        setOpen(false)
        onChange(tags)
      }}
      data={[...data]}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onSearchChange={(text) => {
        if (text !== '') setOpen(true)
      }}
      splitChars={[',']}
      maxTags={mostTags}
      maxLength={longestServiceText.tag}
      acceptValueOnBlur
      dir="auto"
      limit={12}
      maxDropdownHeight={240}
    />
  )
}
