import { Anchor, Button, Group, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { IconCloudOff, IconFilterOff, IconHistory } from '@tabler/icons-react'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { auditLog } from '#api/audit-log.ts'
import { type AuditEntry, keepDaysChoices } from '#contract/account/audit.ts'
import { Banner } from '#kit/banner.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ListExport } from '#kit/list/export.tsx'
import { FilterChips } from '#kit/list/filters/chips.tsx'
import { partsOf } from '#kit/list/filters/filter.tsx'
import { FilterButton, useFilters } from '#kit/list/filters/filters.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { pluralize } from '#lib/pluralize.ts'

import { useAuditFilters } from './audit-filters.ts'
import { AuditRow } from './audit-row.tsx'
import type { AuditSearch } from './audit-search.ts'
import { keptText } from './change-words.ts'

import classes from './audit-log.module.css'

interface Props {
  search: AuditSearch
  setSearch: (search: AuditSearch) => void
}

/** Who did what in the account, the newest first. */
export function AuditList({ search, setSearch }: Props) {
  const list = useInfiniteQuery(auditLog.list(search))
  const [isChoosing, setIsChoosing] = useState(false)
  const first = list.data?.pages[0]?.meta
  const entries = list.data?.pages.flatMap(({ data }) => data) ?? []
  const total = first?.total ?? 0
  const actorName = entries.find(
    ({ actor }) => search.actor === actor.kind || search.actor === `${actor.kind}:${actor.id}`,
  )?.actor.name
  const targetName = entries.find(({ target }) => target && search.target === `${target.kind}:${target.id}`)
    ?.target?.name
  const narrowing = useFilters({
    filters: useAuditFilters({ actor: search.actor, actorName, targetName }),
    search,
    refused: list.error?.fields,
    change: (next) => setSearch({ ...search, ...partsOf(next, search) }),
  })
  const isFiltered = narrowing.isNarrowed

  return (
    <>
      <PageHeader
        title="Audit log"
        subtitle={
          <>
            Who did what in this account.{' '}
            <Anchor
              component="button"
              type="button"
              inherit
              // Its line is there from the start.
              style={first ? undefined : { visibility: 'hidden' }}
              onClick={() => setIsChoosing(true)}
            >
              Kept {!first || first.keep_days === null ? 'forever' : `for ${keptText(first.keep_days)}`}
            </Anchor>
          </>
        }
        actions={
          <ListExport
            name="audit-log"
            one="entry"
            total={total}
            disabled={total === 0}
            file={auditLog.file(search)}
          />
        }
      />
      <Group mb="sm">
        <FilterButton {...narrowing.button} />
      </Group>
      <FilterChips {...narrowing.row} />
      {list.error && !list.data && <Problem error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={320} radius="md" aria-label="Loading the audit log" />}
      {list.error && list.data && !list.isFetchNextPageError && (
        <Banner
          icon={IconCloudOff}
          action={
            <Button size="compact-sm" variant="default" onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        >
          <strong>This may be out of date.</strong> {list.error.message}.
        </Banner>
      )}
      {list.data && entries.length === 0 && <Nothing isFiltered={isFiltered} onClear={narrowing.clear} />}
      {entries.length > 0 && (
        <Entries list={list} entries={entries} total={total} isFiltered={isFiltered} onFilter={setSearch} />
      )}
      {isChoosing && first && (
        <RetentionDialog keepDays={first.keep_days} onClose={() => setIsChoosing(false)} />
      )}
    </>
  )
}

interface EntriesProps {
  list: UseInfiniteQueryResult
  entries: readonly AuditEntry[]
  total: number
  isFiltered: boolean
  onFilter: Props['setSearch']
}

/** The entries that have been read, and the way to older ones. */
const Entries = ({ list, entries, total, isFiltered, onFilter }: EntriesProps) => (
  <>
    <p className={classes['count']} role="status">
      {pluralize(total, isFiltered ? 'result' : 'entry', isFiltered ? 'results' : 'entries')}
    </p>
    <ul className={classes['list']} aria-label="Audit log" data-stale={list.isPlaceholderData || undefined}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <AuditRow entry={entry} onFilter={onFilter} />
        </li>
      ))}
    </ul>
    {list.hasNextPage && (
      <Stack align="center" mt="md">
        {list.isFetchNextPageError && <InlineProblem error={list.error} />}
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older entries
        </Button>
      </Stack>
    )}
  </>
)

const Nothing = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState
      icon={IconFilterOff}
      title="No matching entries"
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Nobody did anything that matches these filters.
    </EmptyState>
  ) : (
    <EmptyState icon={IconHistory} title="Nothing recorded yet">
      Sign-ins, changes of people and settings, exports and deletions appear here.
    </EmptyState>
  )

const choices = [...keepDaysChoices, null] as const

/** Changes for how long the audit log is kept, and warns where that deletes entries. */
function RetentionDialog({ keepDays, onClose }: { keepDays: number | null; onClose: () => void }) {
  const [chosen, setChosen] = useState(keepDays)
  // As it was: where the response to a change is lost, the list has the new value, and the change can still be repeated.
  const [before] = useState(keepDays)
  const request = useSingleFlightMutation(auditLog.setRetention())
  const isShorter = chosen !== null && (before === null || chosen < before)
  const save = () =>
    request.mutate(choices.find((one) => one === chosen) ?? null, {
      onSuccess: () => {
        onClose()
        void toast.success(`Audit log kept ${chosen === null ? 'forever' : `for ${keptText(chosen)}`}`)
      },
    })
  return (
    <FormDialog
      title="Keep the audit log for"
      action={isShorter ? 'Save and delete older entries' : 'Save'}
      isDestructive={isShorter}
      isDisabled={chosen === before}
      request={request}
      onSubmit={save}
      onClose={onClose}
    >
      <Radio.Group
        aria-label="Keep the audit log for"
        value={String(chosen)}
        onChange={(value) => setChosen(value === 'null' ? null : Number(value))}
      >
        <Stack gap="sm">
          {choices.map((days) => (
            <Radio
              key={String(days)}
              value={String(days)}
              label={days === null ? 'Forever' : keptText(days)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {isShorter && (
        <Text size="sm" role="status">
          Entries older than {keptText(chosen)} will be deleted within a day. This can’t be undone.
        </Text>
      )}
    </FormDialog>
  )
}
