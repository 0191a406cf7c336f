import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { diffLines, diffWordsWithSpace } from 'diff'
import { Fragment } from 'react'

import { type DocumentVersion, documents } from '#api/documents.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { plainText } from '#contract/values/formatted-text.ts'
import { Problem } from '#kit/problem.tsx'
import { byteSize } from '#lib/byte-size.ts'
import { dayText } from '#lib/calendar.ts'
import { numberFormat } from '#lib/locale.ts'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'

import { foldedText } from './folded-text.ts'

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
  const isSame = parts.every(({ added, removed }) => !added && !removed)
  if (isSame)
    return (
      <p>{differInFormatting(older.data, newer.data) ? 'Only formatting changed.' : 'Nothing changed.'}</p>
    )
  return (
    <div className={classes.diff} dir="auto" tabIndex={0} role="region" aria-label="Changes">
      {parts.map(({ value, added, removed }, index) => {
        const key = `${index}`
        if (added) return <ins key={key}>{value}</ins>
        if (removed) return <del key={key}>{value}</del>
        const { start, hidden, end } = foldedText(value, {
          isFirst: index === 0,
          isLast: index === parts.length - 1,
        })
        return (
          <Fragment key={key}>
            <span>{start}</span>
            {hidden > 0 && <span className={classes.hidden}>{pluralize(hidden, 'unchanged line')}</span>}
            <span>{end}</span>
          </Fragment>
        )
      })}
    </div>
  )
}

/** Of versions that say the same: whether their sections are formatted in another way. */
const differInFormatting = (older: DocumentVersion, newer: DocumentVersion): boolean =>
  JSON.stringify(older.sections) !== JSON.stringify(newer.sections)

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
    ...sections.flatMap(({ heading, text }) => ['', ...(heading === '' ? [] : [heading]), plainText(text)]),
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
