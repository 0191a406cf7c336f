import { Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'

import { FormDialog } from './form-dialog.tsx'

interface Props extends Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'action' | 'request' | 'problem' | 'onClose'
> {
  /** The consequences, and whether they can be undone. */
  children: ReactNode
  onConfirm: () => void
}

/** Asks before something destructive. */
export const ConfirmDialog = ({ children, onConfirm, ...dialog }: Props) => (
  <FormDialog {...dialog} isDestructive focus="cancel" onSubmit={onConfirm}>
    <Text size="sm" component="div">
      {children}
    </Text>
  </FormDialog>
)
