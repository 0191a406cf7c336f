import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { diffLines, diffWordsWithSpace } from 'diff'

import { type DocumentVersion, documents } from '#api/documents.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { Problem } from '#kit/problem.tsx'
import { byteSize } from '#lib/byte-size.ts'
import { dayText } from '#lib/calendar.ts'
import { numberFormat } from '#lib/locale.ts'
import { money } from '#lib/money.ts'

import classes from './version-diff.module.css'

interface Props {
  kind: DocumentKind
  id: number
  /** It is compared with the one before it. */
  edition: number
}

/** Differences between a version and the one before it, word by word. */
export function VersionDiff({ kind, id, edition }: Props) {
  const older = useQuery(documents.version(kind, id, edition - 1))
  const newer = useQuery(documents.version(kind, id, edition))
  const failed = [older, newer].find(({ error }) => error !== null)
  if (failed?.error) return <Problem error={failed.error} retry={() => void failed.refetch()} />
  if (!older.data || !newer.data) return <Skeleton height={200} />
  const parts = changesOf(textOf(kind, older.data), textOf(kind, newer.data))
  if (!parts.some(({ added, removed }) => added || removed)) return <p>Nothing changed.</p>
  return (
    <div className={classes.diff} dir="auto" tabIndex={0} role="region" aria-label="Changes">
      {parts.map(({ value, added, removed }, index) => {
        const key = `${index}`
        if (added) return <ins key={key}>{value}</ins>
        return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
      })}
    </div>
  )
}

/** Lines are matched first, so that a word that is left in one paragraph isn’t taken for the same word in another. */
function changesOf(older: string, newer: string) {
  const lines = diffLines(`${older}\n`, `${newer}\n`)
  return lines.flatMap((part, index) => {
    const before = lines[index - 1]
    const after = lines[index + 1]
    if (part.added && before?.removed) return diffWordsWithSpace(before.value, part.value)
    return part.removed && after?.added ? [] : part
  })
}

const quantityFormat = numberFormat({ maximumFractionDigits: 8 })

/** Returns everything that a version says, as lines of text to compare. */
function textOf(kind: DocumentKind, version: DocumentVersion): string {
  const {
    title,
    customer_name,
    starts_on,
    ends_on,
    sections,
    line_items,
    currency,
    total_amount,
    attachments,
  } = version
  const day = (label: string, value: string | null) => (value === null ? [] : [`${label}: ${dayText(value)}`])
  return [
    title,
    `For ${customer_name}`,
    ...day('Starts', starts_on),
    ...day(kind === 'proposal' ? 'Valid until' : 'Ends', ends_on),
    ...sections.flatMap(({ heading, text }) => ['', ...(heading === '' ? [] : [heading]), text]),
    ...(line_items.length === 0 ? [] : ['']),
    ...line_items.map(({ kind: of, description, quantity, unit_price, total, is_optional = false }) =>
      of === 'tax'
        ? `${description}: ${money(total, currency)}`
        : `${description}: ${quantityFormat(quantity)} × ${money(unit_price, currency)} = ${money(total, currency)}${is_optional ? ' (optional)' : ''}`,
    ),
    ...(line_items.length === 0 ? [] : [`Total: ${money(total_amount, currency)}`]),
    ...(attachments.length === 0 ? [] : ['']),
    // Another file may have the same name and size.
    ...attachments.map(
      ({ name, bytes, sha256 }) => `Attachment: ${name}, ${byteSize(bytes)} (SHA-256 ${sha256.slice(0, 8)}…)`,
    ),
  ].join('\n')
}
