import { Select, type SelectProps } from '@mantine/core'

/** One choice out of many, found by typing. */
export function SearchSelect(props: SelectProps) {
  return (
    <Select
      searchable
      checkIconPosition="right"
      {...props}
      // Mantine's own handling forgets, a moment after the list has opened, which option it highlighted.
      onKeyDownCapture={(event) => {
        props.onKeyDownCapture?.(event)
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
        const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '')
        const highlighted = list?.querySelector<HTMLElement>('[data-combobox-selected]')
        if (!highlighted) return
        event.preventDefault()
        event.stopPropagation()
        highlighted.click()
      }}
    />
  )
}
