import type { AnswerLink } from '#contract/documents.ts'
import { type Block, type Inline, parseFormattedText, wordsOf } from '#contract/formatted-text.ts'
import { bytesText, dayText, moneyText } from '#server/platform/lib/formats.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'
import type { InvoiceSheet, SheetSection } from '#server/platform/pdf/invoice-sheet.ts'
import type { CompanyVersion } from '#server/records/company/versions.ts'
import { figuresOf, partsOf, plainLook, senderOf } from '#server/records/invoices/sheet.ts'

import { nameOf } from './activity.ts'
import {
  type DocumentContent,
  type DocumentRow,
  type VersionRow,
  answerOf,
  contentOf,
  linesOf,
  sectionsOf,
} from './rows.ts'

/** The draft as it would be sent now. */
export const draftSheetOf = (
  row: DocumentRow & DocumentContent,
  sender: CompanyVersion,
  nowMs: number,
): InvoiceSheet => ({
  ...sheetOf(row.kind, row, sender, dateAt(nowMs, sender.time_zone)),
  watermark: 'Draft',
  facts: daysOf(row.kind, row),
})

/** A version that was sent, with the answer if it was one of yes. It reads the same for ever. */
export function versionSheetOf(
  kind: DocumentRow['kind'],
  version: VersionRow,
  sender: CompanyVersion,
): InvoiceSheet {
  const content = contentOf(version)
  const issued = dateAt(Date.parse(version.sent_at), sender.time_zone)
  return {
    ...sheetOf(kind, content, sender, issued),
    facts: [
      { label: 'Issued', value: dayText(issued) },
      ...(version.edition > 1 ? [{ label: 'Version', value: String(version.edition) }] : []),
      ...daysOf(kind, content),
    ],
    evidence: evidenceOf(version),
  }
}

function sheetOf(
  kind: DocumentRow['kind'],
  content: DocumentContent,
  sender: CompanyVersion,
  date: string,
): InvoiceSheet {
  const { number, currency } = content
  const name = nameOf({ kind })
  const all = linesOf(content)
  const lines = all.filter((line) => line.kind === 'item')
  const taxes = all.filter((line) => line.kind === 'tax')
  return {
    watermark: '',
    title: `${name} ${number}`,
    kind: name,
    number,
    ...senderOf(sender),
    ...plainLook,
    date: partsOf(date),
    party: kind === 'proposal' ? 'Prepared for' : 'Customer',
    customer: { name: content.customer_name, email: content.customer_email, company: '', address: '' },
    subject: content.title,
    sections: [...sectionsOf(content).map(toSection), ...attachmentsOf(content)],
    has_figures: all.length > 0,
    evidence: [],
    facts: [],
    ...figuresOf(lines, taxes, currency),
    total: { label: `Total ${currency}`, amount: moneyText(content.total_amount, currency) },
    notes: '',
    payment: '',
    payment_code: null,
    payment_slip: null,
    footer: '',
    fine: '',
  }
}

const toSection = ({ heading, text }: { readonly heading: string; readonly text: string }): SheetSection => ({
  heading,
  blocks: parseFormattedText(text).map((block) => ({ ...block, text: textOf(block) })),
})

/** Attachments with the hash of each file, by which anybody can tell that theirs is the same. */
function attachmentsOf({ attachments = [] }: DocumentContent): SheetSection[] {
  if (attachments.length === 0) return []
  const items = attachments.map(({ name, bytes, sha256 }): Inline[] => [
    { kind: 'text', text: `${name} (${bytesText(bytes)}, SHA-256 ${inGroups(sha256)})` },
  ])
  const list: Block = { kind: 'list', isNumbered: false, start: 1, items }
  return [{ heading: 'Attachments', blocks: [{ ...list, text: textOf(list) }] }]
}

/** In groups, which are easier to compare and where a line can end. */
const inGroups = (hash: string) => hash.replaceAll(/.{16}(?=.)/g, '$& ')

const textOf = (block: Block): string =>
  block.kind === 'list' ? block.items.map(wordsOf).join('\n') : wordsOf(block.children)

function daysOf(kind: DocumentRow['kind'], { starts_on, ends_on }: DocumentContent) {
  const last = kind === 'proposal' ? 'Valid until' : 'Ends'
  return [
    ...(starts_on === null ? [] : [{ label: 'Starts', value: dayText(starts_on) }]),
    ...(ends_on === null ? [] : [{ label: last, value: dayText(ends_on) }]),
  ]
}

/** How the customer got the link they answered by. A link that was shown may have been used by anybody who saw it. */
const linkText = ({ delivery, to }: AnswerLink) =>
  `${delivery === 'emailed' ? 'Emailed to' : 'Shown to'} ${to}`

/** Who said yes, when and from where, and to what, and who signed for the business: times in UTC, so that they mean the same everywhere. */
function evidenceOf(version: VersionRow): InvoiceSheet['evidence'] {
  const answer = answerOf(version)
  if (!answer || answer.kind === 'declined') return []
  const verb = answer.kind === 'signed' ? 'Signed' : 'Accepted'
  const given = {
    title: `${verb} by ${answer.name}`,
    facts: [
      { label: answer.recorded_by === null ? verb : 'Recorded', value: utcText(answer.at) },
      ...(answer.recorded_by === null ? [] : [{ label: 'Recorded by', value: answer.recorded_by }]),
      ...(answer.address === null ? [] : [{ label: 'From address', value: answer.address }]),
      ...(answer.device === null ? [] : [{ label: 'Device', value: answer.device }]),
      ...(answer.link === null ? [] : [{ label: 'Link', value: linkText(answer.link) }]),
      ...(answer.note === '' ? [] : [{ label: 'Note', value: answer.note }]),
      { label: 'Document hash (SHA-256)', value: inGroups(version.sha256) },
      ...(answer.sha256 === null ? [] : [{ label: 'Answer hash (SHA-256)', value: inGroups(answer.sha256) }]),
    ],
  }
  const { countersignature } = answer
  if (!countersignature) return [given]
  const { name, signed_by, at, sha256 } = countersignature
  return [
    given,
    {
      title: `Countersigned by ${name}`,
      facts: [
        { label: 'Countersigned', value: utcText(at) },
        { label: 'Signed in as', value: signed_by },
        { label: 'Countersignature hash (SHA-256)', value: inGroups(sha256) },
      ],
    },
  ]
}

const utcText = (at: string) => `${dayText(at.slice(0, 10))}, ${at.slice(11, 19)} UTC`
