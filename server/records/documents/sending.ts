import { type DocumentTexts, fillDocument } from '#contract/account/templates.ts'
import { type DocumentKind, longestDocument } from '#contract/documents/documents.ts'
import { fiscalYearOf } from '#contract/invoices/number-pattern.ts'
import { type Filling, isFillable } from '#contract/values/placeholders.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, type Problems, invalidInput } from '#server/platform/lib/http-error.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'
import { lockCompany } from '#server/records/company/versions.ts'
import { currentLook } from '#server/records/invoices/templates/rows.ts'
import { takeDocumentNumber } from '#server/records/numbers/numbers.ts'
import { documentProblems, emptied, readValues, tooLong } from '#server/records/templates/values.ts'

import { nameOf, recordDocument } from './activity.ts'
import { freezeFiles } from './files.ts'
import { type DocumentRow, frozenContent, linesOf, readRow, searchedAs, sectionsOf } from './rows.ts'
import { requireMove } from './states.ts'
import { type Versioned, change } from './writes.ts'

/**
 * Sends the draft as its next version, which never changes, with activity and event; the first time it gets its number.
 * Throws 404, 409, 412 and 422.
 */
export async function sendDocument(
  tenant: Tenant,
  actor: Actor,
  kind: DocumentKind,
  { id, version }: Versioned,
): Promise<void> {
  const row = await readRow(tenant, kind, id, { forChange: true })
  const status = requireMove(row, 'send')
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const company = await lockCompany(tenant)
  const today = dateAt(Date.now(), company.time_zone)
  const texts = { title: row.title, sections: sectionsOf(row) }
  const problems = new Map([...problemsOf(row, today), ...documentProblems(kind, texts)])
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
  const number =
    row.editions === 0
      ? await takeDocumentNumber(tenant, kind, fiscalYearOf(today, company.fiscal_year_start))
      : row.number
  const { filled, kept } = await filledTexts(tenant, row, number)
  const sent = { ...row, number, ...filled }
  const sent_at = now()
  const sent_by = tenant.actor
  const edition = row.editions + 1
  const attachments = await freezeFiles(tenant, id, edition)
  await tenant.insertOne('document_versions', {
    document_id: id,
    edition,
    ...frozenContent({ ...sent, attachments }, { edition, sender: company, sent_at, sent_by }),
    company_id: company.id,
    look: JSON.stringify(await currentLook(tenant, row.customer_id, company)),
    sent_at,
    sent_by,
  })
  await change(tenant, row, {
    status,
    number,
    ...kept,
    editions: edition,
    sent_at,
    signed: 0,
    ...searchedAs(sent),
  })
  await recordDocument(tenant, actor, sent, {
    event: 'sent',
    description: edition === 1 ? `${nameOf(row)} sent` : `${nameOf(row)} sent as version ${edition}`,
  })
  const { customer_id, customer_email } = row
  const data = { id, type: kind, title: `${nameOf(row)} ${number}`, customer_id, customer_email, sent_at }
  await emit(tenant, [{ type: 'document.sent', data }])
}

/**
 * Fills title and sections for good: placeholders stand for what is true on this day. `kept` is the same for the next
 * version, in which values are no placeholders either. Throws 422.
 */
async function filledTexts(
  tenant: Tenant,
  row: DocumentRow,
  number: string,
): Promise<Record<'filled' | 'kept', Pick<DocumentRow, 'title' | 'sections'>>> {
  const { title, sections } = row
  if (!isFillable(`${title}${sections}`)) return { filled: { title, sections }, kept: { title, sections } }
  const values = { ...(await readValues(tenant, row)), [`${row.kind}.number`]: number }
  const fill = (filling: Filling) =>
    fillDocument(row.kind, { title, sections: sectionsOf(row) }, values, filling)
  const filled = fill({})
  const problems = filledProblems(filled)
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
  return { filled: stored(filled), kept: stored(fill({ isAgain: true })) }
}

const stored = ({ title, sections }: DocumentTexts) => ({ title, sections: JSON.stringify(sections) })

/** Which texts became longer than they may be, and whether no title is left. */
function filledProblems({ title, sections }: DocumentTexts): Problems {
  const problems = new Map<string, string[]>()
  const check = (name: string, text: string, most: number) => {
    if (text.length > most) problems.set(name, [tooLong(most)])
  }
  check('title', title, longestDocument.title)
  if (title.trim() === '') problems.set('title', [emptied])
  for (const [index, { heading, text }] of sections.entries()) {
    check(`sections.${index}.heading`, heading, longestDocument.heading)
    check(`sections.${index}.text`, text, longestDocument.text)
  }
  return problems
}

/** Problems that keep the document from being sent. */
function problemsOf(row: DocumentRow, today: string): Problems {
  const problems = new Map<string, string[]>()
  if (row.title === '') problems.set('title', ['Enter a title'])
  const items = linesOf(row).filter(({ kind }) => kind === 'item')
  const isEmpty = sectionsOf(row).every(({ heading, text }) => heading === '' && text === '')
  if (isEmpty && items.length === 0) problems.set('sections', ['Add a section or a line'])
  for (const [index, { description }] of items.entries())
    if (description.trim() === '')
      problems.set(`line_items.${index}.description`, [`Line ${index + 1} needs a description`])
  if (row.total_amount < 0) problems.set('total_amount', ['The total can’t be negative'])
  const { starts_on, ends_on } = row
  const lastDay = row.kind === 'proposal' ? 'valid_until' : 'ends_on'
  if (ends_on !== null && ends_on < today) problems.set(lastDay, ['This day has passed. Choose a later one'])
  else if (starts_on !== null && ends_on !== null && ends_on < starts_on)
    problems.set(lastDay, ['Choose the first day or a later one'])
  return problems
}
