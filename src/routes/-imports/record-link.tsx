import type { ImportKind, ImportRow } from '#contract/imports.ts'
import { TextLink } from '#kit/link.tsx'

/** Leads to the customer or service of a row. */
export function RecordLink({ kind, row }: { kind: ImportKind; row: ImportRow }) {
  if (row.record_id === null) return row.label
  return kind === 'customers' ? (
    <TextLink to="/customers/$id" params={{ id: String(row.record_id) }} size="sm">
      {row.label}
    </TextLink>
  ) : (
    <TextLink to="/services" search={{ open: row.record_id }} size="sm">
      {row.label}
    </TextLink>
  )
}
