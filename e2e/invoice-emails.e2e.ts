import type { Page } from '@playwright/test'

import type { InvoiceDetails } from '#contract/invoices/invoices.ts'

import { failures, loseNextResponse, submitTwice } from './faults.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothColors,
  provoked,
  signIn,
  startSession,
} from './fixtures.ts'
import { openDraft, readInvoice } from './invoice-fixtures.ts'
import { refused, test } from './mail-fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const emails = (page: Page) => page.getByRole('region', { name: 'Emails' })

/** Opens the page of an invoice that is overdue. */
async function openOverdue(page: Page): Promise<InvoiceDetails> {
  const listed = await page.request.get('/api/invoices?status=overdue&page=1&limit=1')
  const { data } = (await listed.json()) as { data: InvoiceDetails[] }
  const [invoice] = data
  await page.goto(`/invoices/${invoice?.id}`)
  await expect(page.getByRole('button', { name: 'Send reminder' })).toBeVisible()
  return invoice!
}

test('an invoice is emailed as it is sent, by keyboard alone @main', async ({ page, mail }) => {
  await signIn(page)
  await openDraft(page)
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(dialog(page).getByRole('textbox', { name: 'Subject' })).toHaveValue(
    /^Invoice \{number\} from /,
  )
  await dialog(page).getByRole('textbox', { name: 'To' }).fill('ana@example.com, accounts@example.com')
  // Whether this customer may see invoices in the portal.
  await expect(dialog(page).getByText(/in the portal|follows the message/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('button', { name: 'Send and email' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Invoice INV-\d{4}-\d{4} sent, email queued$/)).toBeVisible()
  await expect(emails(page).getByText('Sent', { exact: true })).toBeVisible()
  const message = mail.received.find(({ to }) => to.includes('ana@example.com'))
  expect(message?.to).toEqual(['ana@example.com', 'accounts@example.com'])
  expect(message?.source).toMatch(/^Subject: Invoice INV-\d{4}-\d{4} from /m)
  expect(message?.source).toContain('application/pdf')
})

test('an email is checked before anything is sent, and the invoice can be sent without one', async ({
  page,
}) => {
  await signIn(page)
  await openDraft(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog(page).getByRole('textbox', { name: 'To' }).fill('nobody')
  await dialog(page).getByRole('textbox', { name: 'Subject' }).fill('')
  await dialog(page).getByRole('button', { name: 'Send and email' }).click()
  await expect(dialog(page)).toContainText('Enter an email address')
  await expect(dialog(page)).toContainText('Enter a subject')
  await dialog(page).getByRole('checkbox', { name: 'Email it to the customer' }).uncheck()
  await dialog(page).getByRole('button', { name: 'Send invoice' }).click()
  await expect(dialog(page)).toContainText('Nothing was emailed')
  await expect(emails(page)).toHaveCount(0)
})

test('an email that is rejected says why, and is retried', async ({ page }) => {
  await signIn(page)
  await openDraft(page)
  refused.add('gone@example.com')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog(page).getByRole('textbox', { name: 'To' }).fill('gone@example.com')
  await dialog(page).getByRole('button', { name: 'Send and email' }).click()
  await expect(emails(page).getByText('Failed', { exact: true })).toBeVisible()
  await expect(emails(page)).toContainText('The mail server rejected the recipient (550).')
  refused.clear()
  await emails(page).getByRole('button', { name: 'Retry' }).click()
  await expect(emails(page).getByText('Sent', { exact: true })).toBeVisible()
})

test('a reminder of an overdue invoice is sent, and the next one says when @main', async ({ page, mail }) => {
  await signIn(page)
  const { invoice_number, customer_email } = await openOverdue(page)
  await page.getByRole('button', { name: 'Send reminder' }).click()
  await expect(dialog(page)).toContainText('No reminder has been sent yet.')
  const subject = `Reminder: invoice ${invoice_number} is overdue`
  await expect(dialog(page).getByRole('textbox', { name: 'Subject' })).toHaveValue(subject)
  await dialog(page).getByRole('button', { name: 'Send reminder' }).click()
  await expect(page.getByText('Reminder queued')).toBeVisible()
  await expect(emails(page).getByText('Sent', { exact: true })).toBeVisible()
  expect(mail.received.at(-1)?.to).toEqual([customer_email])
  await page.getByRole('button', { name: 'Send reminder' }).click()
  await expect(dialog(page)).toContainText('Last reminder sent')
})

test('a reminder that fails to be queued keeps what was typed, and is sent once', async ({
  page,
  mail,
  watch,
}) => {
  watch.allow(...provoked)
  await signIn(page)
  await openOverdue(page)
  const url = /\/emails$/
  const submit = () => dialog(page).getByRole('button', { name: 'Send reminder' }).click()
  for (const answer of [...Object.values(failures), undefined]) {
    await page.getByRole('button', { name: 'Send reminder' }).click()
    const typed = dialog(page).getByRole('textbox', { name: 'Message' })
    await typed.fill('Please pay by Friday.')
    if (!answer) await loseNextResponse(page, url)
    await submitTwice({ page, url, answer: answer ?? ((route) => route.fallback()), submit, typed })
    await expect(dialog(page)).toBeHidden()
  }
  // Others may arrive meanwhile: the account's own reminders have their hour.
  const ours = () => mail.received.filter(({ source }) => source.includes('Please pay by Friday.'))
  await expect.poll(() => ours().length).toBe(Object.keys(failures).length + 1)
})

test('the emails of an invoice and their dialogs are accessible', async ({ page }) => {
  await signIn(page)
  await openDraft(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expectAccessibleInBothColors(page)
  await dialog(page).getByRole('button', { name: 'Send and email' }).click()
  await expect(emails(page).getByText('Sent', { exact: true })).toBeVisible()
  await expectAccessibleInBothColors(page)
  await openOverdue(page)
  await page.getByRole('button', { name: 'Send reminder' }).click()
  await expectAccessibleInBothColors(page)
})

test('overdue invoices are reminded of from the overview', async ({ page, mail }) => {
  await startSession(page)
  await page.goto('/overview')
  const group = page.getByRole('region', { name: 'Overdue invoices' })
  const remind = group.getByRole('button', { name: /^Remind about invoice / }).first()
  const number = ((await remind.getAttribute('aria-label')) ?? '').replace('Remind about invoice ', '')
  await expectAccessible(page)
  await remind.click()
  const dialog = page.getByRole('dialog', { name: 'Send a reminder' })
  await expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue(
    `Reminder: invoice ${number} is overdue`,
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send reminder' }).click()
  await expect(page.getByText('Reminder queued')).toBeVisible()
  const ours = () => mail.received.filter(({ source }) => source.includes(`Reminder: invoice ${number} is`))
  await expect.poll(() => ours().length).toBe(1)
  // The row itself leads to the invoice.
  await group.getByRole('link', { name: `View invoice ${number}` }).click()
  await expect(page.getByRole('heading', { name: new RegExp(number), level: 1 })).toBeVisible()
})

test('an email starts with the default template, which says the number once the invoice is sent', async ({
  page,
  mail,
}) => {
  await signIn(page)
  await openDraft(page)
  const openSend = () => page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  const subject = dialog(page).getByRole('textbox', { name: 'Subject' })
  await openSend()
  await subject.fill('Typed before')
  const isRead = page.waitForResponse((response) => /\/api\/x\/templates\/\d+$/.test(response.url()))
  const headers = { origin: new URL(page.url()).origin }
  const create = async (texts: { name: string; subject: string; message: string; language?: string }) => {
    const data = { kind: 'invoice_email', is_default: true, sections: [], ...texts }
    const created = await page.request.post('/api/x/templates', { headers, data })
    expect(created.status()).toBe(201)
    return ((await created.json()) as { data: { id: number; version: number } }).data
  }
  const texts = { subject: 'Yours: {{invoice.number}}', message: 'Dear {{customer.name}}' }
  const templates = [
    await create({ name: 'Friendly', ...texts }),
    await create({ name: 'Amical', subject: 'Merci', message: 'Bonjour', language: 'fr' }),
  ]
  // An open dialog keeps what was typed when the first template is created elsewhere.
  await isRead
  await expect(subject).toHaveValue('Typed before')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await openSend()
  await expect(subject).toHaveValue('Yours: {{invoice.number}}')
  await dialog(page).getByRole('combobox', { name: 'Template' }).selectOption('None')
  await expect(subject).toHaveValue(/^Invoice \{number\} from /)
  await dialog(page).getByRole('combobox', { name: 'Template' }).selectOption('Amical (French)')
  await expect(subject).toHaveValue('Merci')
  await dialog(page).getByRole('combobox', { name: 'Template' }).selectOption('Friendly')
  await expect(subject).toHaveValue('Yours: {{invoice.number}}')
  await subject.fill('Yours: {{invoice.numbr}}')
  await expect(dialog(page)).toContainText('Unknown placeholder {{invoice.numbr}}.')
  await dialog(page).getByRole('button', { name: 'Use {{invoice.number}}' }).click()
  await dialog(page).getByRole('textbox', { name: 'To' }).fill('template@example.com')
  await dialog(page).getByRole('button', { name: 'Send and email' }).click()
  await expect(page.getByText(/sent, email queued/)).toBeVisible()
  await expect.poll(() => mail.received.some(({ to }) => to.includes('template@example.com'))).toBe(true)
  const message = mail.received.find(({ to }) => to.includes('template@example.com'))
  expect(message?.source).toMatch(/^Subject: Yours: INV-/m)
  for (const { id, version } of templates) {
    const deleted = await page.request.delete(`/api/x/templates/${id}`, {
      headers: { ...headers, 'if-match': `"${version}"` },
    })
    expect(deleted.status()).toBe(204)
  }
})

test('a reminder is sent automatically a year after the due date, except to a customer who is left out', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/settings/templates/new')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Invoice reminder')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Last reminder')
  const days = page.getByRole('textbox', { name: 'Days after the due date' })
  await days.fill('soon')
  await page.getByRole('textbox', { name: 'Subject' }).fill('{{invoice.number}} is a year late')
  await page.getByRole('textbox', { name: 'Message' }).fill('Please pay {{invoice.amount_due}}.')
  await page.getByRole('button', { name: 'Create template' }).click()
  await expect(days).toHaveAccessibleDescription(/Enter 1 to 365 days/)
  await days.fill('365')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('English')
  await page.getByRole('button', { name: 'Create template' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Last reminder' })).toContainText(
    /English\s*365 days after due date/,
  )

  const { customer_id } = await openOverdue(page)
  const next = page.getByText(/^The next reminder is sent automatically on \d+ \w+ \d{4}\.$/)
  await expect(next).toBeVisible()
  await page.getByRole('button', { name: 'Send reminder' }).click()
  await expect(dialog(page)).toContainText(/The next one is sent automatically on \d+ \w+ \d{4}\./)

  await page.goto(`/customers/${customer_id}/billing`)
  await page.getByRole('combobox', { name: 'Reminders' }).selectOption('Only sent by hand')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Billing' })).toContainText('Only sent by hand')
  await openOverdue(page)
  await expect(next).toBeHidden()
})

test('the invoice of a customer and its email are in their language', async ({ page, mail }) => {
  await signIn(page)
  const id = await openDraft(page)
  const { customer_id } = await readInvoice(page, id)
  await page.goto(`/customers/${customer_id}/billing`)
  await page.getByRole('combobox', { name: 'Language' }).selectOption('German')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Billing' })).toContainText('German')

  await page.goto(`/invoices/${id}`)
  const sheet = page.getByRole('article', { name: /^Rechnung / })
  await expect(sheet).toContainText('121,00 €')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Subject' })).toHaveValue(
    /^Rechnung \{number\} von /,
  )
  await expect(dialog(page).getByRole('textbox', { name: 'Message' })).toHaveValue(
    /anbei erhalten Sie die Rechnung \{number\} über 121,00.€\. Bitte zahlen Sie innerhalb von 14 Tagen\./,
  )
  await dialog(page).getByRole('textbox', { name: 'To' }).fill('deutsch@example.com')
  await dialog(page).getByRole('button', { name: 'Send and email' }).click()
  await expect(emails(page).getByText('Sent', { exact: true })).toBeVisible()
  const { source } = mail.received.find(({ to }) => to.includes('deutsch@example.com'))!
  expect(source).toMatch(/^Subject: Rechnung INV-\d{4}-\d{4} von /m)
})
