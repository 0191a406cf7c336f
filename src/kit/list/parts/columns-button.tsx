import { Button, type ButtonProps } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { ButtonHTMLAttributes, Ref } from 'react'

type Props = ButtonProps &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style' | 'color'> & { ref?: Ref<HTMLButtonElement> }

export function ColumnsButton(props: Props) {
  return (
    <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />} {...props}>
      Columns
    </Button>
  )
}
