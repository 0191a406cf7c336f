import { linkWords } from '#contract/documents/answer-words.ts'
import { answersTo, nextToSign } from '#contract/documents/signing.ts'
import type { PortalDocument } from '#contract/portal/portal.ts'
import { type Block, type Inline, parseFormattedText } from '#contract/values/formatted-text.ts'
import { byteSize } from '#lib/byte-size.ts'
import { dayText, momentOf } from '#lib/dates.ts'

import { answer } from './answer.ts'
import { base, call } from './api.ts'
import { confirmed } from './confirm.ts'
import { h } from './dom.ts'
import { downloads } from './download.ts'
import { type Agreed, agreedOf } from './options.ts'
import { type Portal, type Priced, dayIn, facts, head, lines, status } from './view.ts'
import { say } from './words.ts'

export type Noun = 'proposal' | 'contract'

/** A proposal or contract as it was sent last. Opening it is noted, unless somebody only looks at it for the customer. */
export async function paper(portal: Portal, noun: Noun, id: string): Promise<HTMLElement> {
  const path = `/${noun}s/${id}`
  const isReader = portal.session.viewed_by !== null
  const { data } = await call<{ data: PortalDocument }>(
    isReader ? path : `${path}/view`,
    isReader ? undefined : {},
  )
  const name = say(noun === 'proposal' ? 'Proposal' : 'Contract')
  const { number, edition } = data
  const isOpen = data.is_open && !isReader
  let agreed: Agreed = { ...data, chosen: [] }
  const onPick = (chosen: readonly number[]) => {
    agreed = agreedOf(data, chosen)
    return pricedAs(agreed)
  }
  const pdf = downloads(portal)
  return h(
    'main',
    {},
    ...head(portal, data.title, status(noun, data.status, data.is_open)),
    facts([
      [name, edition > 1 ? say('{number}, version {edition}', { number, edition: String(edition) }) : number],
      [say('From'), data.sender.name],
      [say('For'), data.customer_name],
      [say('Sent'), dayIn(portal.session.time_zone, data.sent_at)],
      [say('Valid until'), data.valid_until === null ? null : dayText(data.valid_until)],
      [say('Starts'), data.starts_on === null ? null : dayText(data.starts_on)],
      [say('Ends'), data.ends_on === null ? null : dayText(data.ends_on)],
    ]),
    data.signers.length > 0 && signers(data, isOpen),
    ...answersTo(data).map((given) => evidence(data, given)),
    data.answer?.countersignature && countersigned(data, data.answer.countersignature),
    h(
      'div',
      { class: 'card' },
      ...data.sections.map(({ heading, text }) =>
        h(
          'section',
          { class: 'text' },
          heading !== '' && h('h2', { dir: 'auto' }, heading),
          ...parseFormattedText(text).map(block),
        ),
      ),
      isOpen &&
        data.line_items.some((line) => line.is_optional) &&
        h('p', { class: 'notes' }, say('Tick the options that you want. They’re added to the total.')),
      data.line_items.length > 0 && lines(pricedAs(agreed), data.currency, isOpen ? onPick : undefined),
    ),
    data.attachments.length > 0 && attachments(portal, data),
    h(
      'div',
      { class: 'actions' },
      isOpen &&
        h(
          'button',
          {
            type: 'button',
            class: 'main',
            click: () => confirmed(portal, () => answer(portal, noun, agreed, 'agree')),
          },
          say(noun === 'proposal' ? 'Accept' : 'Sign'),
        ),
      isOpen &&
        h(
          'button',
          {
            type: 'button',
            click: () => confirmed(portal, () => answer(portal, noun, { ...data, chosen: [] }, 'decline')),
          },
          say('Decline'),
        ),
      pdf.link({ href: `${base}${path}/pdf`, download: true }, { class: 'button' }, say('Download PDF')),
    ),
    pdf.problem,
  )
}

const pricedAs = ({ line_items, total_amount }: PortalDocument): Priced => ({
  all: line_items,
  totals: [['Total', total_amount]],
})

/** The files that it was sent with. */
function attachments(portal: Portal, { attachments: files }: PortalDocument) {
  const saved = downloads(portal)
  return h(
    'section',
    { 'aria-label': say('Attachments') },
    h('h2', {}, say('Attachments')),
    h(
      'ul',
      { class: 'rows files' },
      ...files.map(({ name, bytes, path }) =>
        h(
          'li',
          {},
          saved.link(
            { href: path, download: name },
            {},
            h('span', { class: 'name', dir: 'auto' }, name),
            h('small', {}, byteSize(bytes)),
          ),
        ),
      ),
    ),
    saved.problem,
  )
}

/** Who signs, and whose turn it is. */
function signers({ signers: people, answer: given }: PortalDocument, isOpen: boolean) {
  const next = given ? undefined : nextToSign(people)
  return h(
    'section',
    { class: 'card', 'aria-label': say('Signers') },
    h('h2', {}, say('Signers')),
    facts(
      people.map((person) => [
        person.name,
        person.signature
          ? `${say('Signed')}, ${momentOf(person.signature.at)}`
          : given
            ? null
            : say(person === next ? 'Signs next' : 'Signs later'),
      ]),
    ),
    next &&
      !isOpen &&
      h(
        'p',
        { class: 'notes' },
        say('It’s the turn of {name} to sign, by the link in the email to them.', { name: next.name }),
      ),
  )
}

const words = { accepted: 'Accepted', declined: 'Declined', signed: 'Signed' } as const

function evidence(
  { sha256 }: PortalDocument,
  {
    kind,
    name,
    note,
    at,
    address,
    device,
    recorded_by,
    link,
    sha256: answerHash,
  }: NonNullable<PortalDocument['answer']>,
) {
  return h(
    'section',
    { class: 'card evidence', 'aria-label': say(words[kind]) },
    h('h2', {}, say(words[kind])),
    facts([
      [say('By'), name],
      [say('At'), momentOf(at)],
      [say('From address'), address],
      [say('Device'), device],
      [say('Recorded by'), recorded_by],
      ...(link ? [[say(linkWords[link.delivery]), link.to] as const] : []),
      [say('Note'), note],
      [say('Document hash (SHA-256)'), h('code', {}, sha256)],
      [say('Answer hash (SHA-256)'), answerHash && h('code', {}, answerHash)],
    ]),
  )
}

const countersigned = (
  { sender }: PortalDocument,
  { name, at, sha256 }: NonNullable<NonNullable<PortalDocument['answer']>['countersignature']>,
) =>
  h(
    'section',
    { class: 'card evidence', 'aria-label': say('Countersigned') },
    h('h2', {}, say('Countersigned')),
    facts([
      [say('By'), name],
      [say('For'), sender.name],
      [say('At'), momentOf(at)],
      [say('Countersignature hash (SHA-256)'), h('code', {}, sha256)],
    ]),
  )

function block(one: Block): HTMLElement {
  if (one.kind === 'list')
    return h(
      one.isNumbered ? 'ol' : 'ul',
      { start: one.isNumbered && one.start !== 1 ? one.start : undefined },
      ...one.items.map((item) => h('li', { dir: 'auto' }, ...item.map(inline))),
    )
  // Below the heading of the section.
  if (one.kind === 'heading')
    return h(
      (['h3', 'h4', 'h5'] as const)[one.level - 1] ?? 'h5',
      { dir: 'auto' },
      ...one.children.map(inline),
    )
  return h('p', { dir: 'auto' }, ...one.children.map(inline))
}

function inline(one: Inline): Node {
  if (one.kind === 'text') return document.createTextNode(one.text)
  const children = one.children.map(inline)
  if (one.kind === 'link')
    return h('a', { href: one.href, rel: 'noopener noreferrer', target: '_blank' }, ...children)
  return h(one.kind === 'bold' ? 'strong' : 'em', {}, ...children)
}
