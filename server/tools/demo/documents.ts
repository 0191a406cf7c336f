import type { DocumentSection } from '#contract/documents/documents.ts'
import { dayMs } from '#contract/values/durations.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { addDays } from '#server/platform/lib/time-zone.ts'
import { readCompany } from '#server/records/company/versions.ts'
import { answerDocument, viewDocument } from '#server/records/documents/answers.ts'
import { frozenAnswer } from '#server/records/documents/evidence.ts'
import { contentOf, frozenContent, readRow, readVersion } from '#server/records/documents/rows.ts'
import { sendDocument } from '#server/records/documents/sending.ts'
import {
  type DocumentInput,
  addDocument,
  convertToContract,
  reviseDocument,
  updateDocument,
} from '#server/records/documents/writes.ts'

type DemoLine = readonly [description: string, quantity: number, unit_price: number, isOptional?: true]

interface DemoDocument {
  readonly kind: 'proposal' | 'contract'
  readonly last_name: string
  readonly title: string
  readonly sections: DocumentSection[]
  readonly lines: readonly DemoLine[]
  /** When it was written. It is sent a day and answered three days later. */
  readonly daysAgo: number
  readonly startsInDays?: number
  readonly endsInDays?: number
  readonly isSent?: boolean
  readonly isViewed?: boolean
  /** The schedule of the second version. */
  readonly revised?: string
  readonly answer?: { readonly kind: 'agree' | 'decline'; readonly name: string; readonly note: string }
  readonly becomesContract?: boolean
}

const terms = {
  heading: 'Terms',
  text: 'Half of the price is due when we begin, the rest on delivery. **Two rounds of changes** are included.',
}

/** At least one in every status; what was accepted or signed was told to somebody, as most of it is. */
const documents: readonly DemoDocument[] = [
  {
    kind: 'proposal',
    last_name: 'Romano',
    title: 'Showroom signage',
    daysAgo: 75,
    endsInDays: -40,
    isSent: true,
    sections: [
      {
        heading: 'What we offer',
        text: 'Signs for the showroom in Faenza:\n\n- the facade\n- twelve room signs',
      },
      terms,
    ],
    lines: [
      ['Design of the signage', 1, 1_900],
      ['Room sign, enameled', 12, 85],
    ],
  },
  {
    kind: 'proposal',
    last_name: 'Lefèvre',
    title: 'Rebranding of the atelier',
    daysAgo: 62,
    endsInDays: -20,
    isSent: true,
    isViewed: true,
    answer: { kind: 'decline', name: 'Chloé Lefèvre', note: 'By phone. They postponed the move to spring' },
    sections: [{ heading: 'What we offer', text: 'A new wordmark, *stationery* and a style guide.' }, terms],
    lines: [
      ['Logo and wordmark', 1, 2_400],
      ['Style guide', 1, 1_100],
    ],
  },
  {
    kind: 'proposal',
    last_name: 'Lindqvist',
    title: 'Online shop for Lindqvist Optics',
    daysAgo: 48,
    endsInDays: 12,
    isSent: true,
    isViewed: true,
    answer: { kind: 'agree', name: 'Freya Lindqvist', note: 'Signed copy by email' },
    becomesContract: true,
    sections: [
      {
        heading: 'What we offer',
        text: 'An online shop that your team can run without us:\n\n- up to 200 products\n- payment by card and invoice\n- two days of training in Uppsala',
      },
      {
        heading: 'Schedule',
        text: '1. Concept: two weeks\n2. Design: three weeks\n3. Development: six weeks',
      },
      terms,
    ],
    lines: [
      ['Concept and design', 1, 4_200],
      ['Development', 60, 95],
      ['Training, one day', 2, 640],
    ],
  },
  {
    kind: 'proposal',
    last_name: 'Goldberg',
    title: 'Catalog for the book fair',
    daysAgo: 16,
    endsInDays: 14,
    isSent: true,
    isViewed: true,
    revised: 'Layout takes three weeks, and printing one more.',
    sections: [
      {
        heading: 'What we offer',
        text: 'A catalog of 48 pages, from your texts and pictures to the printed copy.',
      },
      { heading: 'Schedule', text: 'Layout takes two weeks, and printing one more.' },
      terms,
    ],
    lines: [
      ['Layout, 48 pages', 48, 38],
      ['Printing, 500 copies', 500, 2.4],
    ],
  },
  {
    kind: 'proposal',
    last_name: 'Gonçalves',
    title: 'Menu and window lettering',
    daysAgo: 4,
    endsInDays: 26,
    isSent: true,
    sections: [
      {
        heading: 'What we offer',
        text: 'A menu that can be changed every season, and lettering for both windows.',
      },
      terms,
    ],
    lines: [
      ['Menu design', 1, 780],
      ['Window lettering', 2, 320],
      ['Menus on wood, engraved', 12, 38, true],
    ],
  },
  {
    kind: 'proposal',
    last_name: 'Mensah',
    title: 'Packaging for single-origin coffee',
    daysAgo: 2,
    endsInDays: 30,
    sections: [{ heading: 'What we offer', text: 'Labels for six origins, ready for printing.' }, terms],
    lines: [['Packaging design', 6, 290]],
  },
  {
    kind: 'contract',
    last_name: 'Restrepo',
    title: 'Seasonal campaign',
    daysAgo: 200,
    startsInDays: -190,
    endsInDays: -30,
    isSent: true,
    answer: { kind: 'agree', name: 'Camila Restrepo', note: 'Signed copy by mail' },
    sections: [{ heading: 'Services', text: 'Posters, postcards and pictures for **four** seasons.' }, terms],
    lines: [['Campaign, one season', 4, 850]],
  },
  {
    kind: 'contract',
    last_name: 'Papadopoulos',
    title: 'Website care for two years',
    daysAgo: 90,
    startsInDays: -80,
    endsInDays: 650,
    isSent: true,
    isViewed: true,
    answer: { kind: 'agree', name: 'George Papadopoulos', note: 'Signed in our studio' },
    sections: [
      {
        heading: 'Services',
        text: '- updates every month\n- backups every night\n- an answer within one working day',
      },
      { heading: 'Ending', text: 'Either side may end this contract with three months’ notice.' },
    ],
    lines: [['Website care, one month', 24, 95]],
  },
  {
    kind: 'contract',
    last_name: 'Tremblay',
    title: 'Label design, framework agreement',
    daysAgo: 40,
    startsInDays: -10,
    isSent: true,
    answer: { kind: 'decline', name: 'Émile Tremblay', note: 'Prefers to order label by label' },
    sections: [{ heading: 'Services', text: 'Labels at a fixed price, ordered as needed.' }, terms],
    lines: [['Label design', 1, 260]],
  },
  {
    kind: 'contract',
    last_name: 'Guðmundsson',
    title: 'Photography of the winter collection',
    daysAgo: 5,
    startsInDays: 20,
    endsInDays: 60,
    isSent: true,
    sections: [
      { heading: 'Services', text: 'Two days of photography in Akureyri, and forty edited pictures.' },
      terms,
    ],
    lines: [
      ['Photography, one day', 2, 980],
      ['Picture editing', 40, 18],
    ],
  },
]

/** Proposals and contracts of the last months. Those whose last day has passed are ended by the job that ends others. */
export async function addDocuments(trx: Tenant, actor: Actor): Promise<void> {
  const today = await trx.today()
  for (const document of documents) {
    const customer = await trx
      .select('customers')
      .select('id')
      .where('last_name', '=', document.last_name)
      .executeTakeFirst()
    if (customer) await addOne(trx, actor, document, { customer_id: customer.id, today })
  }
}

async function addOne(
  trx: Tenant,
  actor: Actor,
  document: DemoDocument,
  { customer_id, today }: { readonly customer_id: number; readonly today: string },
) {
  const { kind, title, sections, lines, startsInDays, endsInDays, answer } = document
  const day = (inDays: number | undefined) => (inDays === undefined ? null : addDays(today, inDays))
  const input: DocumentInput = {
    customer_id,
    title,
    currency: 'EUR',
    sections,
    line_items: lines.map(([description, quantity, unit_price, isOptional]) => ({
      description,
      quantity,
      unit_price,
      discount: 0,
      tax_rate: 21,
      ...(isOptional && { is_optional: true }),
    })),
    starts_on: day(startsInDays),
    // Nothing is sent after its last day, so that comes later.
    ends_on: null,
  }
  const id = await addDocument(trx, actor, kind, input)
  const read = async () => ({ id, version: (await readRow(trx, kind, id)).version })
  const end = async () => {
    const ends_on = day(endsInDays)
    const row = { ...(await readRow(trx, kind, id)), ends_on }
    await trx.update('documents').set({ ends_on }).where('id', '=', id).execute()
    const version = await readVersion(trx, id)
    if (!version) return
    const content = JSON.stringify({ ...contentOf(version), ends_on: row.ends_on })
    await trx.update('document_versions').set({ content }).where('id', '=', version.id).execute()
  }
  if (document.isSent) await sendDocument(trx, actor, kind, await read())
  if (document.isViewed) await viewDocument(trx, actor, kind, id)
  if (document.revised !== undefined) {
    await end()
    await reviseDocument(trx, actor, kind, await read())
    const changed = sections.map((section) =>
      section.heading === 'Schedule' ? { ...section, text: document.revised ?? '' } : section,
    )
    await updateDocument(trx, kind, await read(), { ...input, sections: changed, ends_on: day(endsInDays) })
    await sendDocument(trx, actor, kind, await read())
    await viewDocument(trx, actor, kind, id)
  }
  if (answer) {
    const by = { kind: 'staff', name: answer.name, note: answer.note } as const
    await answerDocument(trx, actor, kind, await read(), { kind: answer.kind, by })
  }
  await end()
  if (document.becomesContract) {
    const contract = await convertToContract(trx, actor, id, false)
    await backdate(trx, { id: contract, kind: 'contract' }, document.daysAgo - 5)
  }
  await backdate(trx, { id, kind }, document.daysAgo)
}

/** Spreads what was just done over the days after that one, in its order. */
async function backdate(
  trx: Tenant,
  { id, kind }: Pick<DemoDocument, 'kind'> & { readonly id: number },
  daysAgo: number,
) {
  const at = (days: number) => timestamp(Date.now() - Math.max(0.01, daysAgo - days) * dayMs)
  const entries = await trx
    .select('activity_log')
    .select('activity_log.id')
    .where('subject_type', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('activity_log.id')
    .execute()
  for (const [index, entry] of entries.entries())
    await trx
      .update('activity_log')
      .set({ created_at: at(index * 1.2) })
      .where('id', '=', entry.id)
      .execute()
  const versions = await trx
    .select('document_versions')
    .select(['id', 'edition', 'content', 'sent_by', 'viewed_at', 'answer'])
    .where('document_id', '=', id)
    .orderBy('edition')
    .execute()
  let last = at(0)
  const sender = await readCompany(trx)
  for (const { id: versionId, edition, content, sent_by, viewed_at, answer } of versions) {
    // Written, sent and viewed, then withdrawn and sent again.
    const sent_at = at((edition * 3 - 2) * 1.2)
    const answered_at = at((edition * 3 - (viewed_at === null ? 1 : 0)) * 1.2)
    const frozen = frozenContent(contentOf({ content, currency_digits: null }), {
      edition,
      sender,
      sent_at,
      sent_by,
    })
    await trx
      .update('document_versions')
      .set({
        ...frozen,
        sent_at,
        viewed_at: viewed_at && at((edition * 3 - 1) * 1.2),
        ...(answer !== null &&
          frozenAnswer({ ...frozen, signatures: '[]' }, { ...JSON.parse(answer), at: answered_at })),
      })
      .where('id', '=', versionId)
      .execute()
    last = sent_at
  }
  await trx
    .update('documents')
    .set({ created_at: at(0), updated_at: last, sent_at: versions.length > 0 ? last : null })
    .where('id', '=', id)
    .execute()
}
