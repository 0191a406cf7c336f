import { Alert, Button, Group, Loader, Progress, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react'

import { formPathOf, readableName } from '#api/customer-form.ts'
import type { ApiError } from '#api/errors.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { TextLink } from '#kit/link.tsx'
import type { Failure } from '#kit/problem.tsx'
import { percentText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'

import type { Phase } from './submission.ts'

interface Props {
  phase: Phase
  supportsIdempotency: boolean
  fields: readonly CustomFieldConfig[]
  onStop: () => void
  /** The customer that was found is the one meant: the draft can be deleted. */
  onOpenFound: () => void
  onCreateAnyway: () => void
}

/** The progress of a submission, above its button. */
export function SubmissionStatus(props: Props) {
  const { phase, supportsIdempotency, fields, onStop, onOpenFound, onCreateAnyway } = props
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
              <bdi>
                {phase.customer.name} {phase.customer.last_name}
              </bdi>
            </TextLink>{' '}
            with this email address exists.
          </Text>
          <Group gap="xs">
            <Button size="sm" onClick={onOpenFound}>
              Open customer
            </Button>
            <Button size="sm" variant="default" onClick={onCreateAnyway}>
              Create anyway
            </Button>
          </Group>
        </Alert>
      )
    case 'failed':
      return <InlineProblem error={rejection(phase.error, fields)} />
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
          <Text size="sm">Your changes are safe. {advice(phase.exists, supportsIdempotency)}</Text>
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

/** Messages that the inputs show aren't repeated here; the others get the name that people know. */
function rejection({ kind, message, fields }: ApiError, config: readonly CustomFieldConfig[]): Failure {
  const others = Object.entries(fields)
    .filter(([name]) => formPathOf(name, config) === undefined)
    .map(([name, text]) => [name, `${readableName(name, config)}: ${text.replaceAll(name, 'this')}`] as const)
  const hasShown = others.length < Object.keys(fields).length
  const summary = others.length > 0 ? 'The customer wasn’t created' : message
  return {
    kind,
    message: hasShown ? 'Some fields were rejected. Check the highlighted fields.' : summary,
    fields: Object.fromEntries(others),
  }
}

function advice(exists: boolean | undefined, supportsIdempotency: boolean): string {
  if (exists === false) return 'The customer wasn’t created. You can try again.'
  return supportsIdempotency
    ? 'You can safely try again; it won’t be created twice.'
    : 'We can’t tell whether the customer was created. We’ll check before sending again.'
}
