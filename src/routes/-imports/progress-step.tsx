import { Button, Group, Progress, Stack, Text } from '@mantine/core'

import type { Import, ImportCounts as Counts } from '#contract/imports.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { numberText } from '#lib/locale.ts'

import { ImportCounts } from './import-counts.tsx'
import { type ImportWords, rowsText } from './import-words.ts'

interface Props {
  words: ImportWords
  one: Import
  isBusy: boolean
  /** The service can't be reached, and continues meanwhile. */
  isLost: boolean
  onAct: (act: 'start' | 'stop' | 'cancel') => void
}

/** How far a check or an import is. */
export function ProgressStep({ words, one, isBusy, isLost, onAct }: Props) {
  const { state, rows, plan, result } = one
  const isCheck = state === 'checking'
  const done = sumOf(isCheck ? plan : result)
  const titles = { checking: 'Checking the rows', running: 'Importing', stopped: 'Import stopped' }
  return (
    <SectionCard
      title={titles[state as keyof typeof titles] ?? 'Importing'}
      description={
        state === 'stopped'
          ? 'The rows that are left are kept for a day, so that you can resume.'
          : 'This continues when you leave the page.'
      }
    >
      <Stack>
        <div>
          <Text size="sm" mb={6} role="status">
            {`${numberText(done)} of ${rowsText(rows)}${isLost ? '. Can’t reach the server right now; it continues there.' : ''}`}
          </Text>
          <Progress
            value={rows === 0 ? 0 : (done / rows) * 100}
            aria-label={isCheck ? 'Rows checked' : 'Rows imported'}
            animated={state !== 'stopped'}
          />
        </div>
        {!isCheck && <ImportCounts counts={result} isPlan={false} />}
        <Group>
          {state === 'running' && !words.isAtomic && (
            <Button variant="default" loading={isBusy} onClick={() => onAct('stop')}>
              Stop import
            </Button>
          )}
          {state === 'stopped' && (
            <Button loading={isBusy} onClick={() => onAct('start')}>
              Resume import
            </Button>
          )}
          {state !== 'running' && (
            <Button variant="default" disabled={isBusy} onClick={() => onAct('cancel')}>
              Cancel import
            </Button>
          )}
        </Group>
        {state === 'stopped' && (
          <Text size="sm" c="dimmed">
            Canceling keeps the {words.one}s that were imported and forgets the rows that are left.
          </Text>
        )}
      </Stack>
    </SectionCard>
  )
}

const sumOf = ({ created, updated, skipped, failed }: Counts) => created + updated + skipped + failed
