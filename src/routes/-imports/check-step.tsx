import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { imports } from '#api/imports.ts'
import type { Import, ImportFix } from '#contract/imports.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { LeaveDialog } from '#kit/leave-dialog.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { pluralize } from '#lib/pluralize.ts'

import { FailedFileButton } from './failed-file.tsx'
import { ImportCounts } from './import-counts.tsx'
import { ImportRows, fixKey } from './import-rows.tsx'
import { type ImportWords, rowsText } from './import-words.ts'

interface Props {
  words: ImportWords
  one: Import
  isBusy: boolean
  onStart: () => void
  onColumns: () => void
  onOtherFile: () => void
  onCancel: () => void
}

/** The result of a check, and the button that imports it. */
export function CheckStep({ words, one, isBusy, onStart, onColumns, onOtherFile, onCancel }: Props) {
  const { plan, id, checks } = one
  const count = plan.created + plan.updated
  const queryClient = useQueryClient()
  const fix = useSingleFlightMutation(imports.fix(queryClient, words.kind))
  const [fixes, setFixes] = useState<ReadonlyMap<string, ImportFix>>(new Map())
  const onFix = (fixed: ImportFix) => setFixes(new Map(fixes).set(fixKey(fixed), fixed))
  const checkAgain = () => fix.mutate({ id, checks, values: [...fixes.values()] })
  const isBlocked = words.isAtomic && plan.failed > 0
  return (
    <>
      <LeaveDialog title="Leave without checking?" hasWork={() => fixes.size > 0} isPageItself />
      <SectionCard
        title="Review"
        description={`Nothing has been imported yet. Here’s what will happen to the ${rowsText(one.rows)} in ${one.file_name}.`}
      >
        <ImportCounts counts={plan} isPlan />
        {plan.skipped > 0 && (
          <Text size="sm" c="dimmed" mt="sm">
            {one.existing === 'skip'
              ? `Rows are skipped when a ${words.one} ${words.match} exists.`
              : 'Rows are skipped when they change nothing.'}
          </Text>
        )}
      </SectionCard>
      {plan.failed > 0 && (
        <SectionCard
          title={`${rowsText(plan.failed)} with problems`}
          description="Fix values here, or in your file. Row numbers are those of a spreadsheet: the header is row 1."
          actions={<FailedFileButton kind={words.kind} id={one.id} />}
        >
          <ImportRows
            words={words}
            one={one}
            outcome="failed"
            label="Rows with problems"
            fixing={{ values: fixes, onFix }}
          />
          {fixes.size > 0 && (
            <Button mt="md" loading={fix.isPending} onClick={checkAgain}>
              Check {pluralize(fixes.size, 'change')}
            </Button>
          )}
          <InlineProblem error={fix.error} />
        </SectionCard>
      )}
      {isBlocked ? (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
          Services are imported all at once or not at all. Fix these rows here, or in your file and upload it
          again, or change how the columns are matched.
        </Alert>
      ) : (
        plan.failed > 0 && (
          <Text size="sm">You can also import the other rows now and fix these later in your file.</Text>
        )
      )}
      <Stack>
        <Group>
          {!isBlocked && (
            <Button
              loading={isBusy}
              // What was typed would be lost.
              disabled={count === 0 || fixes.size > 0}
              onClick={onStart}
            >
              {count === 0 ? 'Nothing to import' : `Import ${pluralize(count, words.one)}`}
            </Button>
          )}
          {(plan.failed > 0 || count === 0) && (
            <Button variant={isBlocked ? 'filled' : 'default'} onClick={onOtherFile}>
              Upload another file
            </Button>
          )}
          <Button variant="default" onClick={onColumns}>
            Change columns
          </Button>
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Cancel import
          </Button>
        </Group>
      </Stack>
    </>
  )
}
