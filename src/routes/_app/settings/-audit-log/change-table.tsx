import { Table } from '@mantine/core'

import type { AuditEntry } from '#contract/account/audit.ts'

import { fieldLabel, valueText } from './change-words.ts'

import classes from './audit-log.module.css'

/** Changes field by field. A side that is empty everywhere is left out. */
export function ChangeTable({ changes }: { changes: NonNullable<AuditEntry['changes']> }) {
  const rows = Object.entries(changes).map(([name, { from, to }]) => ({
    name,
    label: fieldLabel(name),
    before: valueText(name, from),
    after: valueText(name, to),
  }))
  const hasBefore = rows.some(({ before }) => before !== '')
  const hasAfter = rows.some(({ after }) => after !== '')
  return (
    <div className={classes['changes']}>
      <Table withTableBorder verticalSpacing={6} aria-label="Changes">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            {hasBefore && <Table.Th>Before</Table.Th>}
            {hasAfter && <Table.Th>After</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, label, before, after }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{label}</Table.Th>
              {hasBefore && <Table.Td dir="auto">{before || '–'}</Table.Td>}
              {hasAfter && <Table.Td dir="auto">{after || '–'}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
