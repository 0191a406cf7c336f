import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'

import { expect, test } from 'vitest'

import type { InvoiceLanguage } from '#contract/invoices/looks.ts'
import { messageIn, translated } from '#contract/translations/translations.ts'
import { startWithMail } from '#server/tools/testing/office.ts'
import { readPdfText } from '#server/tools/testing/pdf-text.ts'
import { grant } from '#server/tools/testing/portal.ts'
import { addRecord } from '#server/tools/testing/record.ts'

const { mail, service } = await startWithMail()
const account = await service.account('Okafor Interiors')
const staff = await service.session(account.id, 'staff')
const owner = await service.session(account.id, 'owner')
const company = await read('/api/x/company', owner)
const etag = { ...owner, 'if-match': company.headers.etag as string }
await service.send('PUT', '/api/x/company', etag, { ...company.data, country: 'Switzerland' })

const ours = { 'sec-fetch-site': 'same-origin' }

async function read(url: string, headers = staff) {
  const answer = await service.send('GET', url, headers)
  expect(answer.statusCode).toBe(200)
  return { data: answer.json().data, headers: answer.headers }
}

async function speak(customer: number, language: InvoiceLanguage) {
  const url = `/api/x/customers/${customer}/billing`
  const { data, headers } = await read(url)
  const { id: _id, version: _version, ...billing } = data
  const etag = { ...staff, 'if-match': headers.etag as string }
  expect((await service.send('PUT', url, etag, { ...billing, language })).statusCode).toBe(200)
}

/** A proposal that was sent to a customer of that language, and the address that emails about it go to. */
async function addProposal(language: InvoiceLanguage) {
  const id = await addRecord(service.context, account.id, {
    record: 'documents',
    path: '/api/x/proposals/:id/send',
  })
  const { data } = await read(`/api/x/proposals/${id}`)
  await grant(service.context, data.customer_id, ['view-proposal'])
  await speak(data.customer_id, language)
  const email = `${language}@example.com`
  const sent = await service.send(
    'POST',
    `/api/x/proposals/${id}/send`,
    { ...staff, 'if-match': `"${data.version}"` },
    { email: { to: [email], subject: 'S', message: 'M' } },
  )
  expect(sent.statusCode).toBe(200)
  await service.context.outbox.sendDue()
  return { id, email, customer: data.customer_id as number }
}

const expected = {
  en: { locale: 'en-GB', label: 'View and accept', confirmed: 'Thank you. You accepted' },
  de: { locale: 'de-CH', label: 'Ansehen und annehmen', confirmed: 'vielen Dank. Sie haben' },
  fr: { locale: 'fr-CH', label: 'Consulter et accepter', confirmed: 'Merci. Vous avez accepté' },
  es: { locale: 'es-ES', label: 'Ver y aceptar', confirmed: 'Gracias. Aceptó' },
  nl: { locale: 'nl-NL', label: 'Bekijken en accepteren', confirmed: 'Dank u wel. U hebt' },
} as const

test.each(Object.entries(expected) as [InvoiceLanguage, (typeof expected)['de']][])(
  'a customer whose language is %s reads emails, portal and PDF in it',
  async (language, { locale, label, confirmed }) => {
    const { id, email } = await addProposal(language)
    const shown = mail.html(email)
    expect(shown).toContain(`lang="${language}"`)
    expect(shown).toContain(label)

    const [token = ''] = mail.secrets('portal', email, 'link')
    const opened = await service.send('POST', '/api/x/portal/link', ours, { token })
    expect(opened.json().data.session).toMatchObject({ language, locale })
    const customer = { ...ours, cookie: String(opened.headers['set-cookie']).split(';', 1)[0] ?? '' }
    await service.send('POST', '/api/x/portal/code', customer, {})
    const letter = mail.html(email)
    expect(letter).toContain(`lang="${language}"`)
    expect(letter).toContain(
      translated(language, 'Enter this code to answer what {business} sent you:', {
        business: 'Okafor Interiors',
      }),
    )
    const code = /\b\d{6}\b/.exec(letter.replaceAll(/<[^>]*>/g, ' '))?.[0]
    expect((await service.send('POST', '/api/x/portal/code/check', customer, { code })).statusCode).toBe(200)
    const { sha256 } = (await read(`/api/x/portal/proposals/${id}`, customer)).data
    const answer = { name: 'Zoë', note: '', sha256 }
    const accepted = await service.send('POST', `/api/x/portal/proposals/${id}/accept`, customer, answer)
    expect(accepted.statusCode).toBe(200)
    await service.context.outbox.sendDue()
    expect(mail.html(email)).toContain(confirmed)

    const pdf = await service.send('GET', `/api/x/proposals/${id}/pdf`, staff)
    const { text } = readPdfText(pdf.rawPayload)
    for (const part of ['Proposal', 'Prepared for', 'Issued', 'Accepted by'] as const)
      expect(text).toContain(translated(language, part).replaceAll(' ', ''))
  },
)

test('a version that was sent keeps its language, and a draft follows the customer’s', async () => {
  const { id, customer } = await addProposal('de')
  await speak(customer, 'fr')
  const { data } = await read(`/api/x/proposals/${id}`)
  expect(data.look).toMatchObject({ language: 'de', region: 'CH' })
  const draft = await service.send('POST', `/api/x/proposals/${id}/revise`, {
    ...staff,
    'if-match': `"${data.version}"`,
  })
  expect(draft.json().data.look.language).toBe('fr')
  expect((await read(`/api/x/proposals/${id}/versions/1`)).data.look.language).toBe('de')
  const pdf = await service.send('GET', `/api/x/proposals/${id}/pdf`, staff)
  expect(readPdfText(pdf.rawPayload).text).toContain('Établipour')
})

/** What staff read, or what no browser with the portal provokes. */
const forOthers = new Set([
  'This service can’t send email. Copy the link instead.',
  'This customer is archived. Unarchive them to share the portal with them.',
  'This session needs no code',
  'This session has ended. Ask for a new link.',
  'A write with a session must come from the portal',
  'You see the portal as a customer and can’t change anything',
])

test('every message that the portal gives a customer is translated', () => {
  const folder = import.meta.dirname
  const messages = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [
      ...readFileSync(resolve(folder, name), 'utf8').matchAll(
        /(?:HttpError|invalidField)\(\s*'\w+',\s*'([^']+)'/g,
      ),
    ])
    .map(([, message = '']) => message)
  expect(messages.length).toBeGreaterThan(10)
  expect(
    messages.filter((message) => !forOthers.has(message) && messageIn('de', message) === message),
  ).toEqual([])
})
