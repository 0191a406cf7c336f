import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'

import type { Invitation } from '#contract/access/people.ts'
import { CopyButton } from '#kit/copy-button.tsx'
import { ShownOnceEnd, useKept } from '#kit/shown-once.tsx'
import { toast } from '#kit/toast.ts'
import { dayText } from '#lib/dates.ts'

interface Props {
  invitation: Invitation
  /** Lives in the state of the component that renders this, and nowhere else. */
  link: string
  /** Why it wasn't emailed, where it should have been. */
  problem: string | null
  onClose: () => void
}

/** The only time an invitation link can be seen. It closes with its button alone; leaving asks until it was copied. */
export function LinkDialog({ invitation: { email, expires_at }, link, problem, onClose }: Props) {
  const [isShown, setIsShown] = useState(false)
  const kept = useKept()
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Send this link"
    >
      <Stack>
        {problem !== null && (
          <Alert color="yellow" variant="light" title="The link couldn’t be emailed">
            {problem}
          </Alert>
        )}
        <Text size="sm">
          Send it to {email} yourself, such as in a message. It works once, until{' '}
          {dayText(expires_at.slice(0, 10))}, and is shown only now: anyone who has it can join.
        </Text>
        <Code fz="sm" p="xs" style={{ overflowWrap: 'anywhere' }} onCopy={kept.keep}>
          {isShown ? link : `${link.split('#')[0] ?? ''}#${'•'.repeat(16)}`}
        </Code>
        <Group gap="xs">
          <CopyButton
            label="Copy link"
            text={link}
            onCopied={kept.keep}
            variant={kept.isKept ? 'default' : 'filled'}
            size="sm"
          />
          <Button
            variant="subtle"
            size="sm"
            leftSection={isShown ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide link' : 'Show link'}
          </Button>
        </Group>
        <ShownOnceEnd
          kept={kept}
          what="the link"
          loss="It can’t be shown again. You would have to create a new one."
          confirmLabel="I’ve copied the link"
          onDone={onClose}
        />
      </Stack>
    </Modal>
  )
}

/** Says that the link is on its way. */
export const confirmEmailed = ({ email }: Invitation): void =>
  void toast.success(`Invitation emailed to ${email}`)
