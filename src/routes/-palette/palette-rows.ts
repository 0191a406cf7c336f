import type { ReactNode } from 'react'

import type { Recent } from '#routes/-navigation/recents.ts'

import type { Command, Commands } from './commands.tsx'
import { type RecordRow, recordHref, recordIcon } from './found-records.tsx'
import { matchesLabel, misfit } from './match.ts'

/** A row as it is shown. */
export interface Row {
  readonly id: string
  readonly label: string
  readonly icon: ReactNode
  readonly detail?: string | undefined
  readonly badge?: ReactNode
  /** Its kind, such as `Customer`. */
  readonly type?: string | undefined
  readonly keys?: readonly string[] | undefined
  readonly opens: { readonly href: string; readonly record: Recent } | { readonly run: () => void }
}

/** Rows of the palette under one title. */
export interface Group {
  readonly title: string
  readonly rows: readonly Row[]
}

interface Sources {
  readonly text: string
  readonly commands: Commands
  readonly recents: readonly Recent[]
  readonly records: readonly RecordRow[]
}

/**
 * Returns the groups in which rows are shown: recent records and what can be done before anything is typed, actions alone
 * after `>`. What is known at once comes before what the service finds, so that a late response moves no row.
 */
export function paletteGroups({ text, commands, recents, records }: Sources): readonly Group[] {
  const { page, screens, create, more } = commands
  const isActions = text.startsWith('>')
  const query = text.replace(/^>/, '').trim()
  const fits = ({ label }: Command) => matchesLabel(label, query)
  const ofPage: Group = { title: 'This page', rows: page.map(commandRow) }
  // What can be done with an open record is likely wanted; the link to a page alone isn't.
  const isRecord = page.length > 1
  const groups: Group[] = isActions
    ? [
        { title: 'This page', rows: page.filter(fits).map(commandRow) },
        { title: 'Actions', rows: [...create, ...more].filter(fits).map(commandRow) },
      ]
    : query === ''
      ? [
          { title: 'Recent', rows: recents.map(recentRow) },
          ...(isRecord ? [ofPage] : []),
          { title: 'Go to', rows: screens.map(commandRow) },
          { title: 'Actions', rows: create.map(commandRow) },
          ...(isRecord ? [] : [ofPage]),
        ]
      : [
          { title: 'Go to', rows: screens.filter(fits).map(commandRow) },
          { title: 'Actions', rows: [...create, ...page, ...more].filter(fits).map(commandRow) },
          // The kind of the best row comes first.
          ...[...Map.groupBy(byFit(records, query), ({ kind }) => kind)].map(([kind, rows]) => ({
            title: titles[kind],
            rows: rows.map(recordRow),
          })),
        ]
  return groups.filter(({ rows }) => rows.length > 0)
}

const byFit = (records: readonly RecordRow[], query: string) =>
  records
    .map((row) => [misfit(row.label, row.detail ?? '', query), row] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, row]) => row)

const titles: Record<Recent['kind'], string> = {
  Customer: 'Customers',
  Invoice: 'Invoices',
  'Credit note': 'Credit notes',
  Proposal: 'Proposals',
  Contract: 'Contracts',
  Service: 'Services',
  Contact: 'Contacts',
  Webhook: 'Webhooks',
  Delivery: 'Deliveries',
}

const commandRow = ({ label, icon, keys, run }: Command): Row => ({
  id: `command-${label}`,
  label,
  icon,
  keys,
  opens: { run },
})

const recentRow = (record: Recent): Row => ({
  id: `recent-${record.kind}-${record.id}`,
  label: record.label,
  icon: recordIcon(record.kind, record.label),
  type: record.kind,
  opens: { href: recordHref(record.kind, record.id), record },
})

const recordRow = ({ kind, id, href, label, detail, icon, badge }: RecordRow): Row => ({
  id: `${kind}-${id}`,
  label,
  icon,
  detail,
  badge,
  opens: { href, record: { kind, id, label } },
})
