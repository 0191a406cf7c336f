import { Button, Group, SegmentedControl } from '@mantine/core'
import { useState } from 'react'

import type { Import, ImportOutcome } from '#contract/imports.ts'
import { ButtonLink } from '#kit/link.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { numberText } from '#lib/locale.ts'

import { FailedFileButton } from './failed-file.tsx'
import { ImportCounts } from './import-counts.tsx'
import { ImportRows } from './import-rows.tsx'
import { type ImportWords, outcomeWords } from './import-words.ts'

interface Props {
  words: ImportWords
  one: Import
  onOtherFile: () => void
}

/** The outcome of every row. */
export function ResultStep({ words, one, onOtherFile }: Props) {
  const { result, state } = one
  const filled = outcomeWords.filter(([outcome]) => result[outcome] > 0)
  const [chosen, setChosen] = useState<ImportOutcome>()
  const outcome = chosen ?? (result.failed > 0 ? 'failed' : filled[0]?.[0])
  return (
    <>
      <SectionCard
        title={state === 'canceled' ? 'Import canceled' : 'Import completed'}
        description={
          state === 'canceled'
            ? `What had been imported from ${one.file_name} by then is kept.`
            : `From ${one.file_name}, imported by ${one.caused_by}. This result is kept for 7 days.`
        }
      >
        <ImportCounts counts={result} isPlan={false} />
      </SectionCard>
      <Group>
        {words.kind === 'customers' ? (
          <ButtonLink to="/customers" search={{ import: one.id }}>
            Show customers
          </ButtonLink>
        ) : (
          <ButtonLink to="/services">Show services</ButtonLink>
        )}
        <Button variant="default" onClick={onOtherFile}>
          Import another file
        </Button>
      </Group>
      {outcome && (
        <SectionCard
          title="Rows"
          actions={result.failed > 0 && <FailedFileButton kind={words.kind} id={one.id} />}
        >
          {filled.length > 1 && (
            <SegmentedControl
              mb="sm"
              aria-label="Rows by outcome"
              value={outcome}
              onChange={(value) => setChosen(value as ImportOutcome)}
              data={filled.map(([value, , after]) => ({
                value,
                label: `${after} (${numberText(result[value])})`,
              }))}
            />
          )}
          <ImportRows
            key={outcome}
            words={words}
            one={one}
            outcome={outcome}
            label={outcomeWords.find(([each]) => each === outcome)?.[2] ?? ''}
          />
        </SectionCard>
      )}
    </>
  )
}
