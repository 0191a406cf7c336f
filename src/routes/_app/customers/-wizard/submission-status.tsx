import { Alert, Button, Group, Loader, Progress, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react'

import type { ApiError } from '#api/errors.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { TextLink } from '#kit/link.tsx'
import type { Failure } from '#kit/problem.tsx'
import { percentText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'

import type { Phase } from './submission.ts'

interface Props {
  phase: Phase
  knowsKeys: boolean
  /** Names of the request that show their text elsewhere. */
  known: readonly string[]
  onStop: () => void
  /** The customer that was found is the one meant: the draft can be deleted. */
  onSettle: () => void
  onSendAnyway: () => void
}

/** The progress of a submission, above its button. */
export function SubmissionStatus({ phase, knowsKeys, known, onStop, onSettle, onSendAnyway }: Props) {
  switch (phase.kind) {
    case 'idle':
      return null
    case 'sending': {
      const percent = Math.round(phase.share * 100)
      return (
        <Stack gap="xs">
          <Group justify="space-between">
            <Text size="sm" role="status">
              {percent < 100 ? 'Sending…' : 'Upload complete. Saving the customer…'}
            </Text>
            <Text size="sm" c="dimmed" aria-hidden>
              {percentText(percent / 100)}
            </Text>
          </Group>
          <Progress value={percent} aria-label="Upload" />
          <StopButton onStop={onStop} />
        </Stack>
      )
    }
    case 'waiting':
      return (
        <Alert color="yellow" variant="light" title="Too many requests">
          <Stack gap="xs">
            <Text size="sm" role="timer">
              Retrying in {pluralize(phase.seconds, 'second')}. No action needed.
            </Text>
            <StopButton onStop={onStop} />
          </Stack>
        </Alert>
      )
    case 'checking':
      return (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm">Checking whether the customer was created…</Text>
        </Group>
      )
    case 'found':
      return (
        <Alert
          variant="light"
          role="alert"
          icon={<IconCircleCheck size={18} aria-hidden />}
          title="The customer was already created"
        >
          <Text size="sm" mb="xs">
            We didn’t get a response, but{' '}
            <TextLink
              to="/customers/$id"
              params={{ id: String(phase.customer.id) }}
              target="_blank"
              size="sm"
            >
              {phase.customer.name} {phase.customer.last_name}
            </TextLink>{' '}
            with this email address exists.
          </Text>
          <Group gap="xs">
            <Button size="sm" onClick={onSettle}>
              Open customer
            </Button>
            <Button size="sm" variant="default" onClick={onSendAnyway}>
              Create anyway
            </Button>
          </Group>
        </Alert>
      )
    case 'failed':
      return <InlineProblem error={refusal(phase.error, known)} known={known} />
    case 'stopped':
    case 'lost':
      return (
        <Alert
          color="red"
          variant="light"
          role="alert"
          icon={<IconPlugConnectedX size={18} aria-hidden />}
          title={phase.kind === 'lost' ? 'No response from the server' : 'Upload canceled'}
        >
          <Text size="sm">Your changes are safe. {advice(phase.exists, knowsKeys)}</Text>
        </Alert>
      )
  }
}

function StopButton({ onStop }: { onStop: () => void }) {
  return (
    <Button size="sm" variant="default" w="fit-content" onClick={onStop}>
      Cancel
    </Button>
  )
}

/** Texts that stand beside their inputs are not said twice. */
function refusal({ kind, message, fields }: ApiError, known: readonly string[]): Failure {
  return {
    kind,
    fields,
    message: known.length > 0 ? 'Some fields were rejected. Check the highlighted fields.' : message,
  }
}

function advice(exists: boolean | undefined, knowsKeys: boolean): string {
  if (exists === false) return 'The customer wasn’t created. You can try again.'
  return knowsKeys
    ? 'You can safely try again; it won’t be created twice.'
    : 'We can’t tell whether the customer was created. We’ll check before sending again.'
}
