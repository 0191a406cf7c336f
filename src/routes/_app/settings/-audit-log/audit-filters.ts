import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { people } from '#api/people.ts'
import { session } from '#api/session.ts'
import { auditGroups } from '#contract/account/audit-actions.ts'
import { type ListFilter, choice, period } from '#kit/list/filters/filter.tsx'
import { pastPresets } from '#lib/calendar.ts'

import type { AuditSearch } from './audit-search.ts'
import { groupNames } from './audit-words.ts'

interface Options {
  readonly actor: string | undefined
  /** The name of that actor, from the entries. */
  readonly actorName: string | undefined
  /** The same for the target in the address. */
  readonly targetName: string | undefined
}

/** The filters of the audit log. */
export function useAuditFilters({
  actor,
  actorName,
  targetName,
}: Options): readonly ListFilter<AuditSearch>[] {
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
  const isOther = actor !== undefined && !known.some(({ value }) => value === actor)
  return [
    choice({
      label: 'Who',
      name: 'actor',
      any: 'Everyone',
      options: isOther ? [...known, { value: actor, label: actorName ?? 'Someone else' }] : known,
    }),
    choice({
      label: 'What',
      name: 'group',
      any: 'Everything',
      options: groups.map((value) => ({ value, label: groupNames[value] })),
    }),
    period({
      label: 'Recorded',
      from: 'from',
      to: 'to',
      none: undefined,
      presets: pastPresets,
      params: ['from', 'to'],
    }),
    {
      label: 'Record',
      off: { target: undefined },
      params: ['target'],
      chip: ({ target }) => (target === undefined ? '' : `About ${targetName ?? 'one record'}`),
      // An entry sets it.
      control: () => null,
    },
  ]
}
