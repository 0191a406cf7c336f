import { Button, Group, Modal, Progress, Text } from '@mantine/core'

import { InlineProblem } from '#kit/inline-problem.tsx'
import type { Failure } from '#kit/problem.tsx'
import { numberText } from '#lib/locale.ts'

/** How far an export is. */
export type Exporting =
  | { kind: 'idle' }
  | { kind: 'running'; done: number; total: number | undefined }
  | { kind: 'done'; rows: number }
  | { kind: 'failed'; error: Failure }

interface Props {
  name: string
  state: Exporting
  onAgain: () => void
  /** Stops an export that runs. */
  onClose: () => void
}

export function ListExportDialog({ name, state, onAgain, onClose }: Props) {
  return (
    <Modal opened={state.kind !== 'idle'} onClose={onClose} title={`Export ${name}`}>
      {state.kind === 'running' && <Running {...state} />}
      {state.kind === 'done' && (
        <Text size="sm" role="status">
          Exported {numberText(state.rows)} {name}.
        </Text>
      )}
      {state.kind === 'failed' && <InlineProblem error={state.error} />}
      <Group justify="flex-end" mt="md">
        {state.kind === 'failed' && <Button onClick={onAgain}>Try again</Button>}
        <Button variant="default" onClick={onClose}>
          {state.kind === 'running' ? 'Cancel' : 'Done'}
        </Button>
      </Group>
    </Modal>
  )
}

function Running({ done, total }: { done: number; total: number | undefined }) {
  const share = total ? Math.min(100, (done / total) * 100) : 0
  return (
    <>
      <Text size="sm" mb="xs">
        {total === undefined ? 'Preparing…' : `${numberText(done)} of ${numberText(total)}`}
      </Text>
      <Progress.Root size="lg">
        <Progress.Section value={share} aria-label="Exported" />
      </Progress.Root>
    </>
  )
}
