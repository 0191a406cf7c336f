import { ActionIcon, Button, type ButtonProps, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react'

import { useClipboard } from './clipboard.ts'

interface Props extends Pick<ButtonProps, 'variant' | 'size'> {
  label: string
  text: string
  /** It is in the clipboard now. */
  onCopied?: () => void
}

const icons = { idle: IconCopy, copied: IconCheck, refused: IconX }
const byHand = 'Copy manually'

/** Puts a text into the clipboard and says whether that worked. */
export function CopyButton({ label, text, onCopied, variant = 'default', size = 'xs' }: Props) {
  const { outcome, copy } = useClipboard(onCopied)
  const Icon = icons[outcome]
  return (
    <Button
      variant={variant}
      size={size}
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => void copy(text)}
      aria-live="polite"
    >
      {{ idle: label, copied: 'Copied', refused: byHand }[outcome]}
    </Button>
  )
}

/** The same beside a value that stands under `label`: an icon alone, until there is more to say. */
export function CopyIcon({ label, text }: { label: string; text: string }) {
  const { outcome, copy } = useClipboard()
  const Icon = icons[outcome]
  const idle = `Copy ${label.toLowerCase()}`
  return (
    <Tooltip label={byHand} opened={outcome === 'refused'} withinPortal={false}>
      <ActionIcon variant="subtle" color="gray" size="sm" onClick={() => void copy(text)} aria-live="polite">
        <Icon size={15} aria-hidden />
        <VisuallyHidden>{{ idle, copied: `${label} copied`, refused: byHand }[outcome]}</VisuallyHidden>
      </ActionIcon>
    </Tooltip>
  )
}
