import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { people } from '#api/people.ts'
import { session } from '#api/session.ts'
import { auditGroups } from '#contract/audit-actions.ts'
import { DateInput } from '#kit/date-input.tsx'
import { Select } from '#kit/select.tsx'

import type { AuditSearch } from './audit-search.ts'
import { groupNames } from './audit-words.ts'

import classes from './audit-log.module.css'

interface Props {
  search: AuditSearch
  /** The name of the filter's actor, from the entries. */
  actorName: string | undefined
  /** The same for the target of the filter. */
  targetName: string | undefined
  onChange: (part: Partial<AuditSearch>) => void
  onClear: () => void
}

/** Filters of the audit log, all part of the address. */
export function AuditFilters({ search, actorName, targetName, onChange, onClear }: Props) {
  const { data } = useQuery(people.members())
  const { account } = useSuspenseQuery(session.current()).data
  // Elsewhere the activity of each record says who created it.
  const groups = auditGroups.filter((group) => group !== 'creations' || account.host !== null)
  const known = [
    ...(data?.data ?? []).map(({ user_id, name }) => ({ value: `staff:${user_id}`, label: name })),
    { value: 'command', label: 'Command line' },
    { value: 'system', label: 'Bureau' },
    { value: 'anonymous', label: 'Failed sign-ins' },
  ]
  const isKnown = search.actor === undefined || known.some(({ value }) => value === search.actor)
  const other = { value: search.actor ?? '', label: actorName ?? 'Someone else' }
  return (
    <div className={classes['filters']} role="group" aria-label="Filters">
      <Select
        aria-label="Who"
        data={[{ value: '', label: 'Everyone' }, ...known, ...(isKnown ? [] : [other])]}
        value={search.actor ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ actor: value || undefined })}
      />
      <Select
        aria-label="What"
        data={[
          { value: '', label: 'Everything' },
          ...groups.map((value) => ({ value, label: groupNames[value] })),
        ]}
        value={search.group ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ group: auditGroups.find((group) => group === value) })
        }
      />
      <DateInput
        aria-label="From"
        value={search.from ?? ''}
        {...(search.to !== undefined && { max: search.to })}
        onDay={(day) => onChange({ from: day || undefined })}
      />
      <span className={classes['dash']} aria-hidden>
        –
      </span>
      <DateInput
        aria-label="To"
        value={search.to ?? ''}
        {...(search.from !== undefined && { min: search.from })}
        onDay={(day) => onChange({ to: day || undefined })}
      />
      {search.target !== undefined && (
        <Button
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={`Remove filter: about ${targetName ?? 'one record'}`}
          onClick={() => onChange({ target: undefined })}
        >
          About {targetName ?? 'one record'}
        </Button>
      )}
      {Object.values(search).some((value) => value !== undefined) && (
        <Button variant="subtle" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
