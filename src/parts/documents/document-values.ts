import type { DocumentInput, OneDocument } from '#api/documents.ts'
import { type DraftForm, draftBody, draftFormOf, draftProblems, nestedPathOf } from '#api/invoice-draft.ts'
import { Signer, longestDocument } from '#contract/documents/documents.ts'
import { fold } from '#contract/values/folding.ts'
import type { Day } from '#lib/calendar.ts'
import { numberText } from '#lib/locale.ts'
import { newKey } from '#lib/new-key.ts'

/** A section as its form holds it. */
export interface SectionValues {
  /** Stays with the section when it moves. */
  readonly key: string
  readonly heading: string
  readonly text: string
}

/** Somebody who signs a contract, as its form holds them. */
export interface SignerValues extends Signer {
  /** Stays with them when they move. */
  readonly key: string
}

/** A proposal or contract as its form holds it. */
export interface DocumentValues {
  /** The id of the template that a new one is written from, whose files it gets; empty for none. */
  readonly template: string
  readonly title: string
  /** Customer, currency and lines; without terms or notes. */
  readonly draft: DraftForm
  readonly sections: readonly SectionValues[]
  /** Of contracts only. */
  readonly startsOn: Day
  readonly endsOn: Day
  readonly signers: readonly SignerValues[]
}

/** Returns a section without content. */
export const emptySection = (): SectionValues => ({
  key: `new-${newKey()}`,
  heading: '',
  text: '',
})

const isBlankSigner = ({ name, email }: SignerValues) => name.trim() === '' && email.trim() === ''
const isBlankSection = ({ heading, text }: SectionValues) => heading.trim() === '' && text.trim() === ''

/** Returns the document as its form holds it. */
export function valuesOf(document: OneDocument): DocumentValues {
  const lines = document.line_items.map((line, id) => ({ ...line, id }))
  return {
    template: '',
    title: document.title,
    draft: draftFormOf({ ...document, payment_days: 0, due_date: '', notes: '', line_items: lines }),
    sections: document.sections.map((section, index) => ({ ...section, key: `section-${index}` })),
    startsOn: document.starts_on ?? '',
    endsOn: document.ends_on ?? '',
    signers: document.signers.map(({ name, email }) => ({ key: email, name, email })),
  }
}

/** Lists what is wrong, as the path of an input and a message. A draft may be incomplete, but is somebody’s and has a name. */
export function* checkDocument({
  title,
  draft,
  sections,
  startsOn,
  endsOn,
  signers,
}: DocumentValues): Iterable<readonly [string, string]> {
  if (title.trim() === '') yield ['title', 'Enter a title']
  for (const [path, message] of draftProblems(draft)) yield [`draft.${path}`, message]
  if (draft.customer === null) yield ['draft.customer', 'Choose a customer']
  if (startsOn !== '' && endsOn !== '' && endsOn < startsOn)
    yield ['endsOn', 'Choose the first day or a later one']
  const letters = sections.map(({ text }) => text.length)
  if (letters.some((count) => count > longestDocument.text))
    yield ['sections', `Use at most ${numberText(longestDocument.text)} characters in a section`]
  if (letters.reduce((sum, count) => sum + count, 0) > longestDocument.texts)
    yield ['sections', 'The sections are too long']
  yield* checkSigners(signers)
}

function* checkSigners(signers: readonly SignerValues[]): Iterable<readonly [string, string]> {
  const seen = new Set<string>()
  for (const [index, signer] of signers.entries()) {
    if (isBlankSigner(signer)) continue
    const { error } = Signer.safeParse(signer)
    for (const { path, message } of error?.issues ?? [])
      yield [`signers.${index}.${String(path[0])}`, message]
    const email = fold(signer.email.trim())
    if (seen.has(email)) yield [`signers.${index}.email`, 'This is the address of an earlier signer']
    seen.add(email)
  }
}

/** Returns the request. Call it only without problems. */
export function inputOf({
  template,
  title,
  draft,
  sections,
  startsOn,
  endsOn,
  signers,
}: DocumentValues): DocumentInput {
  const { customer_id, currency, line_items } = draftBody(draft)
  return {
    template_id: Number(template) || null,
    title: title.trim(),
    customer_id,
    currency,
    line_items,
    sections: sections
      .filter((section) => !isBlankSection(section))
      .map(({ heading, text }) => ({ heading: heading.trim(), text: text.trim() })),
    starts_on: startsOn || null,
    ends_on: endsOn || null,
    signers: signers
      .filter((signer) => !isBlankSigner(signer))
      .map(({ name, email }) => ({ name: name.trim(), email: email.trim() })),
  }
}

const paths: Readonly<Record<string, string>> = {
  template_id: 'template',
  title: 'title',
  starts_on: 'startsOn',
  ends_on: 'endsOn',
  valid_until: 'endsOn',
}

/** Returns the input that a name of the request belongs to. */
export function documentPathOf(name: string, { draft }: DocumentValues): string | undefined {
  if (name === 'sections' || name.startsWith('sections.')) return 'sections'
  if (name === 'signers' || name.startsWith('signers.')) return name
  const path = paths[name]
  if (path) return path
  return nestedPathOf(name, draft)
}
