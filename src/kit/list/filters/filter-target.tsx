import { Button, type ButtonProps } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ButtonHTMLAttributes, Ref } from 'react'

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style' | 'color'>

/** The button that opens the filters of a list. */
export function FilterTarget(props: ButtonProps & Native & { ref?: Ref<HTMLButtonElement> }) {
  return (
    <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />} {...props}>
      Filter
    </Button>
  )
}
