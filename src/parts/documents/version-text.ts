import type { DocumentVersion } from '#api/documents.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { byteSize } from '#lib/byte-size.ts'
import { dayText } from '#lib/calendar.ts'
import { numberFormat } from '#lib/locale.ts'
import { money } from '#lib/money.ts'

const quantityFormat = numberFormat({ maximumFractionDigits: 8 })

/** Returns everything that a version says, as lines of text to compare. */
export function textOf(kind: DocumentKind, version: DocumentVersion): string {
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
    ...line_items.map(({ kind: of, description, quantity, unit_price, total }) =>
      of === 'tax'
        ? `${description}: ${money(total, currency)}`
        : `${description}: ${quantityFormat(quantity)} × ${money(unit_price, currency)} = ${money(total, currency)}`,
    ),
    ...(line_items.length === 0 ? [] : [`Total: ${money(total_amount, currency)}`]),
    ...(attachments.length === 0 ? [] : ['']),
    // Another file may have the same name and size.
    ...attachments.map(
      ({ name, bytes, sha256 }) => `Attachment: ${name}, ${byteSize(bytes)} (SHA-256 ${sha256.slice(0, 8)}…)`,
    ),
  ].join('\n')
}
