import { Button, type ButtonProps } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ButtonHTMLAttributes, Ref } from 'react'

type Props = ButtonProps &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style' | 'color'> & { ref?: Ref<HTMLButtonElement> }

/** The button that opens the display settings of a list. */
export function DisplayButton(props: Props) {
  return (
    <Button
      data-list-tool
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
      {...props}
    >
      Display
    </Button>
  )
}
