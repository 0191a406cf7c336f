import { Button, type ButtonProps } from '@mantine/core'
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

interface Props extends Pick<ButtonProps, 'variant' | 'size'> {
  label: string
  text: string
  /** It is in the clipboard now. */
  onCopied?: () => void
}

type Outcome = 'idle' | 'copied' | 'refused'

const looks = {
  idle: { icon: IconCopy, said: undefined },
  copied: { icon: IconCheck, said: 'Copied' },
  refused: { icon: IconX, said: 'Copy it by hand' },
}

/** Puts a text into the clipboard and says whether that worked; pages without https have no clipboard. */
export function CopyButton({ label, text, onCopied, variant = 'default', size = 'xs' }: Props) {
  const [outcome, setOutcome] = useState<Outcome>('idle')
  useEffect(
    function forget() {
      if (outcome === 'idle') return undefined
      const timer = setTimeout(() => setOutcome('idle'), 2_500)
      return () => clearTimeout(timer)
    },
    [outcome],
  )
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
      onCopied?.()
    } catch {
      setOutcome('refused')
    }
  }
  const { icon: Icon, said } = looks[outcome]
  return (
    <Button
      variant={variant}
      size={size}
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => void copy()}
      aria-live="polite"
    >
      {said ?? label}
    </Button>
  )
}
