import { answerWords, linkWords } from '#contract/documents/answer-words.ts'
import { figuresOf } from '#contract/invoices/figures.ts'
import type { DocumentLook } from '#contract/invoices/looks.ts'
import { wordsOf } from '#contract/invoices/translations.ts'
import {
  type Block,
  type Inline,
  parseFormattedText,
  wordsOf as plainTextOf,
} from '#contract/values/formatted-text.ts'
import { bytesText } from '#server/platform/lib/formats.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'
import type { InvoiceSheet, SheetSection } from '#server/platform/pdf/invoice-sheet.ts'
import type { CompanyVersion } from '#server/records/company/versions.ts'
import { signersOf } from '#server/records/document-links/signers.ts'
import {
  type Writer,
  drawnAs,
  partsOf,
  senderOf,
  storedWriter,
  writerOf,
} from '#server/records/invoices/sheet.ts'
import { lookOr } from '#server/records/invoices/templates/rows.ts'

import { nameOf } from './activity.ts'
import { answerOf, signaturesOf } from './evidence.ts'
import {
  type DocumentContent,
  type DocumentRow,
  type VersionRow,
  agreedOf,
  linesOf,
  sectionsOf,
} from './rows.ts'

/** The draft as it would be sent now. */
export function draftSheetOf(
  row: DocumentRow & DocumentContent,
  { sender, look }: Drawing,
  nowMs: number,
): InvoiceSheet {
  const write = writerOf(look)
  return {
    ...sheetOf(row.kind, row, { sender, look, date: dateAt(nowMs, sender.time_zone) }),
    watermark: write.text('Draft'),
    facts: daysOf(row.kind, row, write),
  }
}

/** A version that was sent, with the answer if it was one of yes. It reads the same for ever. */
export function versionSheetOf(
  kind: DocumentRow['kind'],
  version: VersionRow,
  sender: CompanyVersion,
): InvoiceSheet {
  const content = agreedOf(version)
  const look = lookOr(version.look)
  const write = writerOf(look)
  const issued = dateAt(Date.parse(version.sent_at), sender.time_zone)
  return {
    ...sheetOf(kind, content, { sender, look, date: issued }),
    facts: [
      { label: write.text('Issued'), value: write.day(issued) },
      ...(version.edition > 1 ? [{ label: write.text('Version'), value: String(version.edition) }] : []),
      ...daysOf(kind, content, write),
    ],
    evidence: evidenceOf(version, write),
  }
}

/** Who sends the document, and what it looks like. */
interface Drawing {
  readonly sender: CompanyVersion
  readonly look: DocumentLook
}

function sheetOf(
  kind: DocumentRow['kind'],
  content: DocumentContent,
  { sender, look, date }: Drawing & { readonly date: string },
): InvoiceSheet {
  const { number, currency } = content
  const words = wordsOf(look)
  const write = writerOf(look)
  const name = write.text(nameOf({ kind }))
  const all = linesOf(content)
  const lines = all.filter((line) => line.kind === 'item')
  const taxes = all.filter((line) => line.kind === 'tax')
  return {
    watermark: '',
    title: `${name} ${number}`,
    kind: name,
    number,
    ...senderOf(sender, words),
    ...drawnAs(look),
    intro: '',
    closing: '',
    date: partsOf(date),
    party: write.text(kind === 'proposal' ? 'Prepared for' : 'Customer'),
    customer: { name: content.customer_name, email: content.customer_email, company: '', address: '' },
    subject: content.title,
    sections: [...sectionsOf(content).map(toSection), ...attachmentsOf(content, write)],
    has_figures: all.length > 0,
    evidence: [],
    facts: [],
    ...figuresOf(lines, taxes, storedWriter(words, currency)),
    total: {
      label: `${write.text('Total')} ${currency}`,
      amount: write.money(content.total_amount, currency),
    },
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
function attachmentsOf({ attachments = [] }: DocumentContent, write: Writer): SheetSection[] {
  if (attachments.length === 0) return []
  const items = attachments.map(({ name, bytes, sha256 }): Inline[] => [
    { kind: 'text', text: `${name} (${bytesText(bytes)}, SHA-256 ${inGroups(sha256)})` },
  ])
  const list: Block = { kind: 'list', isNumbered: false, start: 1, items }
  return [{ heading: write.text('Attachments'), blocks: [{ ...list, text: textOf(list) }] }]
}

/** In groups, which are easier to compare and where a line can end. */
const inGroups = (hash: string) => hash.replaceAll(/.{16}(?=.)/g, '$& ')

const textOf = (block: Block): string =>
  block.kind === 'list' ? block.items.map(plainTextOf).join('\n') : plainTextOf(block.children)

function daysOf(kind: DocumentRow['kind'], content: DocumentContent, { text, day }: Writer) {
  const { starts_on, ends_on } = content
  const signers = signersOf(content).map(({ name }) => name)
  const last = kind === 'proposal' ? 'Valid until' : 'Ends'
  return [
    ...(starts_on === null ? [] : [{ label: text('Starts'), value: day(starts_on) }]),
    ...(ends_on === null ? [] : [{ label: text(last), value: day(ends_on) }]),
    ...(signers.length === 0 ? [] : [{ label: text('Signers'), value: signers.join(', ') }]),
  ]
}

/** Who said yes, when and from where, and to what, and who signed for the business: times in UTC, so that they mean the same everywhere. */
function evidenceOf(version: VersionRow, { text, day }: Writer): InvoiceSheet['evidence'] {
  const answer = answerOf(version)
  if (!answer || answer.kind === 'declined') return []
  const utcText = (at: string) => `${day(at.slice(0, 10))}, ${at.slice(11, 19)} UTC`
  const isSigned = answer.kind === 'signed'
  const given = (isSigned ? signaturesOf(version) : [answer]).map((one) => {
    const { name, recorded_by, address, device, link, note } = one
    return {
      title: `${text(answerWords[one.kind])} ${name}`,
      facts: [
        {
          label: text(recorded_by !== null ? 'Recorded' : isSigned ? 'Signed' : 'Accepted'),
          value: utcText(one.at),
        },
        ...(recorded_by === null ? [] : [{ label: text('Recorded by'), value: recorded_by }]),
        ...(address === null ? [] : [{ label: text('From address'), value: address }]),
        ...(device === null ? [] : [{ label: text('Device'), value: device }]),
        ...(link === null ? [] : [{ label: text(linkWords[link.delivery]), value: link.to }]),
        ...(note === '' ? [] : [{ label: text('Note'), value: note }]),
        { label: text('Document hash (SHA-256)'), value: inGroups(version.sha256) },
        ...(one.sha256 === null
          ? []
          : [{ label: text('Answer hash (SHA-256)'), value: inGroups(one.sha256) }]),
      ],
    }
  })
  const { countersignature } = answer
  if (!countersignature) return given
  const { signed_by, at, sha256 } = countersignature
  return [
    ...given,
    {
      title: `${text('Countersigned by')} ${countersignature.name}`,
      facts: [
        { label: text('Countersigned'), value: utcText(at) },
        { label: text('Signed in as'), value: signed_by },
        { label: text('Countersignature hash (SHA-256)'), value: inGroups(sha256) },
      ],
    },
  ]
}
