import type { Page } from '@playwright/test'

import { failInEveryWay, failures, loseNextResponse } from './faults.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, provoked, signIn, test } from './fixtures.ts'
import { demoCustomer, enterPortal, grant, meetingPermissions, openLink, send } from './portal-fixtures.ts'

const texts = {
  currency: 'EUR',
  sections: [{ heading: 'What we do', text: 'The **ground floor**:\n\n- kitchen\n- hall' }],
  line_items: [
    { description: 'Interior photography', quantity: 3, unit_price: 413.5, discount: 0, tax_rate: 23 },
  ],
}

/** A customer who may see invoices, proposals and contracts. */
async function customerOf(page: Page): Promise<number> {
  const id = await demoCustomer(page)
  await grant(page, id, ['view-invoice', 'view-proposal', 'view-contract'])
  return id
}

/** Drafts a proposal or contract with an attachment and sends it; returns its id. */
async function sendPaper(page: Page, noun: 'proposals' | 'contracts', customer_id: number, title: string) {
  const days = noun === 'proposals' ? { valid_until: null } : { starts_on: null, ends_on: null }
  const { id } = await send(page, `/api/x/${noun}`, { customer_id, title, ...texts, ...days })
  await page.evaluate(async (url) => {
    const form = new FormData()
    form.append('file', new File(['The plan'], 'floor plan.txt'))
    await fetch(url, { method: 'POST', body: form })
  }, `/api/x/${noun}/${id}/attachments`)
  const { version } = await send(page, `/api/x/${noun}/${id}`)
  await send(page, `/api/x/${noun}/${id}/send`, {}, version)
  return id
}

test('a customer follows a link, accepts a proposal on a phone and finds the invoice @main', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const customer = await customerOf(page)
  const proposal = await sendPaper(page, 'proposals', customer, 'Photos of the ground floor')
  await page.goto(`/customers/${customer}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Customer portal…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Customer portal' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByText('/portal#token=').innerText()

  const portal = await openLink(browser, service.url, link)
  const problems: string[] = []
  portal.on('console', (message) => {
    if (message.type() === 'error' && !provoked.some((one) => one.test(message.text())))
      problems.push(message.text())
  })
  await expectAccessible(portal)
  await portal.getByRole('button', { name: 'Open portal' }).click()
  await expect(portal.getByRole('heading', { name: /^Hello, / })).toBeFocused()
  await expect(portal).toHaveURL(/\/portal$/)
  await expectAccessible(portal)
  await expectNoSidewaysScroll(portal)

  const waiting = portal.getByRole('region', { name: 'Waiting for you' })
  await waiting.getByRole('link', { name: /Photos of the ground floor/ }).click()
  await expect(portal.getByText('kitchen')).toBeVisible()
  await expectAccessible(portal)
  await expectNoSidewaysScroll(portal)
  expect((await send(page, `/api/x/proposals/${proposal}`)).status).toBe('viewed')
  const attached = portal.waitForEvent('download')
  await portal.getByRole('region', { name: 'Attachments' }).getByRole('link').click()
  expect((await attached).suggestedFilename()).toBe('floor plan.txt')
  await portal.getByRole('button', { name: 'Accept' }).click()
  const question = portal.getByRole('dialog', { name: 'Accept this proposal?' })
  await expect(question.getByLabel('Your name')).toBeFocused()
  await expectAccessible(portal)
  await question.getByLabel('Note (optional)').fill('Looking forward')
  await portal.keyboard.press('Tab')
  await portal.keyboard.press('Enter')
  await expect(portal.getByRole('region', { name: 'Accepted' })).toContainText('Looking forward')
  await expect(portal.getByRole('button', { name: 'Accept' })).toBeHidden()

  // The proposal becomes an invoice, which the customer sees once it is sent.
  const invoice = await send(page, `/api/x/proposals/${proposal}/invoice`, {})
  await portal.goto(`/portal/invoices/${invoice.id}`)
  await expect(portal.getByRole('heading', { name: 'Not found' })).toBeVisible()
  const { version } = await send(page, `/api/x/invoices/${invoice.id}`)
  await send(page, `/api/x/invoices/${invoice.id}/send`, {}, version)
  await portal.reload()
  await expect(portal.getByRole('heading', { name: /^Invoice / })).toBeVisible()
  await expect(portal.getByText('€1,525.82').first()).toBeVisible()
  await expectAccessible(portal)
  await expectNoSidewaysScroll(portal)
  const saved = portal.waitForEvent('download')
  await portal.getByRole('link', { name: 'Download PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)

  // They pay, and what was open is paid.
  await portal.getByRole('link', { name: 'All documents' }).click()
  await expect(waiting.getByText('€1,525.82 to pay')).toBeVisible()
  await expectAccessible(portal)
  await waiting.getByRole('link', { name: /^INV-/ }).click()
  await expect(portal.getByText('Still to be paid')).toBeVisible()
  const code = portal.getByRole('img', { name: 'Scan to pay with your banking app' })
  await expect(code).toBeVisible()
  await page.goto(`/invoices/${invoice.id}`)
  await expect(page.getByText(/^Opened by customer/)).toBeVisible()
  await page.getByRole('button', { name: 'Record payment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByRole('button', { name: 'Record payment' })).toHaveCount(0)
  await portal.reload()
  await expect(portal.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(portal.getByText('Still to be paid')).toBeHidden()
  await expect(code).toBeHidden()
  await portal.getByRole('link', { name: 'All documents' }).click()
  const settled = portal.getByRole('region', { name: 'Invoices' }).getByRole('link').first()
  await expect(settled).toHaveText(/ ?issued \d+ .*Paid$/)
  expect((await send(page, `/api/x/invoices/${invoice.id}`)).status).toBe('paid')
  expect(problems).toEqual([])
  await portal.context().close()
})

test('a customer signs a contract with their name, and a used link says what to do', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const customer = await customerOf(page)
  const contract = await sendPaper(page, 'contracts', customer, 'Photos every spring')
  const { link } = await send(page, `/api/x/customers/${customer}/portal-link`, { is_emailed: false })
  const portal = await openLink(browser, service.url, link)
  await portal.getByRole('button', { name: 'Open portal' }).click()
  await portal.getByRole('link', { name: /Photos every spring/ }).click()
  await portal.getByRole('button', { name: 'Sign', exact: true }).click()
  const signing = portal.getByRole('dialog', { name: 'Sign this contract?' })
  await signing.getByRole('button', { name: 'Sign contract' }).click()
  await expect(signing.getByRole('alert')).toHaveText('Enter your name')
  await signing.getByLabel('Type your full name as your signature').fill('Amara Wanjiru')
  await signing.getByRole('button', { name: 'Sign contract' }).click()
  const evidence = portal.getByRole('region', { name: 'Signed' })
  await expect(evidence).toContainText('Amara Wanjiru')
  await expect(evidence).toContainText(/[0-9a-f]{64}/)
  await expectAccessible(portal)
  expect((await send(page, `/api/x/contracts/${contract}`)).status).toBe('signed')

  await portal.getByRole('button', { name: 'Sign out' }).click()
  await expect(portal.getByRole('heading', { name: 'You’re signed out' })).toBeFocused()
  await portal.goto(link)
  await portal.getByRole('button', { name: 'Open portal' }).click()
  await expect(portal.getByRole('heading', { name: 'This link doesn’t work' })).toBeFocused()
  await expect(portal.getByText('This link was already used')).toBeVisible()
  await expectAccessible(portal)
  await portal.getByRole('button', { name: 'Email me a new link' }).click()
  await expect(portal.getByRole('status')).toHaveText(
    'No email can be sent at the moment. Ask the sender for help.',
  )
  await portal.context().close()
})

test('whatever goes wrong on the way, a contract is signed once, and what was typed stays', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const customer = await customerOf(page)
  const contract = await sendPaper(page, 'contracts', customer, 'Photos every autumn')
  const portal = await enterPortal(page, browser, service.url, customer)

  await portal.route('**/contracts/*/view', (route) => route.abort('connectionreset'), { times: 1 })
  await portal.getByRole('link', { name: /Photos every autumn/ }).click()
  await expect(portal.getByText('Can’t reach the server')).toBeVisible()
  await portal.getByRole('button', { name: 'Try again' }).click()

  await portal.getByRole('button', { name: 'Sign', exact: true }).click()
  const signing = portal.getByRole('dialog', { name: 'Sign this contract?' })
  const name = signing.getByLabel('Type your full name as your signature')
  await name.fill('Amara Wanjiru')
  await signing.getByLabel('Note (optional)').fill('With pleasure')
  const submit = signing.getByRole('button', { name: 'Sign contract' })
  const isKept = async () => {
    await expect(signing.getByRole('alert')).toHaveText(/try again|went wrong/i)
    await expect(submit).toBeEnabled()
    await expect(name).toHaveValue('Amara Wanjiru')
    expect((await send(page, `/api/x/contracts/${contract}`)).status).toBe('sent')
  }
  await failInEveryWay({ page: portal, url: /contracts\/\d+\/sign$/, submit: () => submit.click() }, isKept)
  await test.step('offline', async () => {
    await portal.context().setOffline(true)
    await submit.click()
    await isKept()
    await portal.context().setOffline(false)
  })

  // The signature arrives, but word of it doesn’t.
  await loseNextResponse(portal, /contracts\/\d+\/sign$/)
  await submit.click()
  await expect(portal.getByRole('region', { name: 'Signed' })).toContainText('With pleasure')
  await expect(signing).toBeHidden()
  expect((await send(page, `/api/x/contracts/${contract}`)).status).toBe('signed')
  await portal.context().close()
})

test('a file that can’t be downloaded says so in the page, and the session’s end is its own page', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const customer = await customerOf(page)
  const contract = await sendPaper(page, 'contracts', customer, 'Photos of the stairs')
  const portal = await enterPortal(page, browser, service.url, customer)
  await portal.getByRole('link', { name: /Photos of the stairs/ }).click()
  const pdf = portal.getByRole('link', { name: 'Download PDF' })
  const attached = portal.getByRole('region', { name: 'Attachments' })
  const saysSo = () => expect(portal.getByRole('alert').filter({ hasText: /try again/i })).toBeVisible()
  await failInEveryWay(
    { page: portal, url: /contracts\/\d+\/pdf$/, submit: () => pdf.click(), isRead: true },
    saysSo,
  )
  await portal.context().setOffline(true)
  await attached.getByRole('link').click()
  await expect(attached.getByRole('alert')).toContainText('Can’t reach the server')
  await expectAccessible(portal)
  await portal.context().setOffline(false)
  const saved = portal.waitForEvent('download')
  await attached.getByRole('link').click()
  expect((await saved).suggestedFilename()).toBe('floor plan.txt')
  await expect(attached.getByRole('alert')).toHaveText('')

  await send(
    page,
    `/api/x/contracts/${contract}/revise`,
    {},
    (await send(page, `/api/x/contracts/${contract}`)).version,
  )
  await pdf.click()
  await expect(portal.getByText('This file is no longer shared with you.')).toBeVisible()
  await portal.context().clearCookies()
  await pdf.click()
  await expect(portal.getByRole('heading', { name: 'You’re signed out' })).toBeFocused()
  await portal.context().close()
})

test('a link whose response was lost opens in the same browser and in no other, and pages survive what fails @main', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const customer = await customerOf(page)
  const slow = await sendPaper(page, 'contracts', customer, 'Photos of the roof')
  await sendPaper(page, 'contracts', customer, 'Photos of the terrace')
  const { link } = await send(page, `/api/x/customers/${customer}/portal-link`, { is_emailed: false })
  const portal = await openLink(browser, service.url, link)
  const submit = portal.getByRole('button', { name: 'Open portal' })
  const exchange = /portal\/sign-in$/
  const isKept = async () => {
    await expect(portal.getByRole('alert')).toHaveText(/try again|went wrong/i)
    await expect(submit).toBeEnabled()
  }
  await failInEveryWay({ page: portal, url: exchange, submit: () => submit.click() }, isKept)
  // The link is used now, but the browser doesn't hear of it and gets no cookie.
  await loseNextResponse(portal, exchange)
  await submit.click()
  await isKept()
  await portal.context().clearCookies()

  const copy = await openLink(browser, service.url, link)
  await copy.getByRole('button', { name: 'Open portal' }).click()
  await expect(copy.getByText('This link was already used')).toBeVisible()
  await copy.context().close()

  await portal.reload()
  await submit.click()
  const home = portal.getByRole('heading', { name: /^Hello, / })
  await expect(home).toBeFocused()

  for (const [what, answer] of Object.entries(failures))
    await test.step(`a list answered by ${what}`, async () => {
      await portal.route(/portal\/contracts\?page=1$/, (route) => answer(route), { times: 1 })
      await portal.reload()
      await expect(portal.getByRole('heading', { name: 'Something went wrong' })).toBeFocused()
      await portal.getByRole('button', { name: 'Try again' }).click()
      await expect(home).toBeFocused()
    })

  // A contract that comes late doesn't replace the one that was opened after it.
  const late = Promise.withResolvers<void>()
  const view = new RegExp(`/contracts/${slow}/view$`)
  await portal.route(view, async (route) => {
    await late.promise
    await route.continue()
  })
  await portal.getByRole('link', { name: /Photos of the roof/ }).click()
  await portal.getByRole('link', { name: /Photos of the terrace/ }).click()
  const title = portal.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Photos of the terrace')
  const arrived = portal.waitForResponse(view)
  late.resolve()
  await (await arrived).finished()
  await portal.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(portal.getByRole('dialog', { name: 'Sign this contract?' })).toBeVisible()
  await portal.keyboard.press('Escape')
  await expect(title).toHaveText('Photos of the terrace')
  await portal.context().close()
})

test('whatever goes wrong on the way, a meeting is made, changed and canceled once', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const customer = await customerOf(page)
  await grant(page, customer, meetingPermissions)
  const upcoming = async () => {
    const response = await page.request.get('/api/x/meetings?when=upcoming&search=tiles')
    return ((await response.json()) as { data: { id: number }[] }).data
  }
  const portal = await enterPortal(page, browser, service.url, customer)
  await portal.getByRole('button', { name: 'New meeting' }).click()
  const form = portal.getByRole('dialog', { name: 'New meeting' })
  const title = form.getByLabel('Title')
  await title.fill('Samples of the tiles')
  const create = form.getByRole('button', { name: 'Create meeting' })
  const isKept = async () => {
    await expect(form.getByRole('alert')).toHaveText(/try again|went wrong/i)
    await expect(create).toBeEnabled()
    await expect(title).toHaveValue('Samples of the tiles')
  }
  await failInEveryWay({ page: portal, url: /portal\/meetings$/, submit: () => create.click() }, isKept)
  expect(await upcoming()).toHaveLength(0)
  await loseNextResponse(portal, /portal\/meetings$/)
  await create.click()
  await isKept()
  await create.click()
  await expect(portal.getByRole('heading', { name: 'Samples of the tiles' })).toBeFocused()
  const made = await upcoming()
  expect(made).toHaveLength(1)
  const versionNow = async () => (await send(page, `/api/x/meetings/${made[0]?.id}`)).version
  expect(await versionNow()).toBe(1)

  await portal.getByRole('button', { name: 'Change meeting' }).click()
  const change = portal.getByRole('dialog', { name: 'Change meeting' })
  const save = change.getByRole('button', { name: 'Save' })
  await change.getByLabel('Place (optional)').fill('In the showroom')
  await loseNextResponse(portal, /portal\/meetings\/\d+$/)
  await save.click()
  await expect(change.getByRole('alert')).toHaveText(/try again/i)
  await save.click()
  await expect(portal.getByText('In the showroom')).toBeVisible()
  expect(await versionNow()).toBe(2)

  await portal.getByRole('button', { name: 'Cancel meeting' }).click()
  const question = portal.getByRole('dialog', { name: 'Cancel this meeting?' })
  const cancel = question.getByRole('button', { name: 'Cancel meeting' })
  await loseNextResponse(portal, /portal\/meetings\/\d+\/cancel$/)
  await cancel.click()
  await expect(question.getByRole('alert')).toHaveText(/try again/i)
  await cancel.click()
  await expect(portal.getByText('Canceled', { exact: true })).toBeVisible()
  expect(await versionNow()).toBe(3)
  await portal.context().close()
})

test('a double click accepts a proposal once, and one that was answered elsewhere shows how @main', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const customer = await customerOf(page)
  await sendPaper(page, 'proposals', customer, 'Photos of the cellar')
  const other = await sendPaper(page, 'proposals', customer, 'Photos of the garage')
  const portal = await enterPortal(page, browser, service.url, customer)
  let accepted = 0
  portal.on('request', (request) => {
    if (request.url().endsWith('/accept')) accepted += 1
  })
  const question = portal.getByRole('dialog', { name: 'Accept this proposal?' })
  await portal.getByRole('link', { name: /Photos of the cellar/ }).click()
  await portal.getByRole('button', { name: 'Accept' }).click()
  await question.getByRole('button', { name: 'Accept proposal' }).dblclick()
  await expect(portal.getByRole('region', { name: 'Accepted' })).toBeVisible()
  expect(accepted).toBe(1)

  await portal.getByRole('link', { name: 'All documents' }).click()
  await portal.getByRole('link', { name: /Photos of the garage/ }).click()
  await portal.getByRole('button', { name: 'Accept' }).click()
  const { version } = await send(page, `/api/x/proposals/${other}`)
  await send(page, `/api/x/proposals/${other}/decline`, { name: 'Amara Wanjiru', note: '' }, version)
  await question.getByRole('button', { name: 'Accept proposal' }).click()
  await expect(portal.getByRole('region', { name: 'Declined' })).toContainText('Recorded by')
  await expect(portal.getByRole('button', { name: 'Accept' })).toBeHidden()
  await portal.context().close()
})

test('a person sees the portal as a customer, and can answer nothing @main', async ({ page }) => {
  await signIn(page)
  const customer = await customerOf(page)
  const proposal = await sendPaper(page, 'proposals', customer, 'Photos of the attic')
  await page.goto(`/customers/${customer}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Customer portal…' }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'View as customer' }).click()
  const portal = await opened
  await expect(portal.getByText(/You see the portal as .+Wanjiru/)).toBeVisible()
  await portal.getByRole('link', { name: /Photos of the attic/ }).click()
  await expect(portal.getByRole('link', { name: 'Download PDF' })).toBeVisible()
  await expect(portal.getByRole('button', { name: 'Accept' })).toBeHidden()
  await expectAccessible(portal)
  expect((await send(page, `/api/x/proposals/${proposal}`)).status).toBe('sent')
})

test('a customer finds a credit note with its invoice, and their subscriptions', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const customer = await demoCustomer(page, 'sørensen')
  await grant(page, customer, ['view-invoice'])
  const portal = await enterPortal(page, browser, service.url, customer)
  const plans = portal.getByRole('region', { name: 'Subscriptions' })
  const contact = portal.getByRole('contentinfo')
  await expect(contact).toContainText('Robin Finch')
  await expect(contact.getByRole('link', { name: '+31 20 555 0101' })).toHaveAttribute(
    'href',
    'tel:+31205550101',
  )
  await expect(plans.getByRole('listitem')).toHaveText(/^Design retainerquarterly · next invoice .*Active$/)
  await expectAccessible(portal)
  await expectNoSidewaysScroll(portal)

  await plans.getByRole('link', { name: /^Design retainer/ }).click()
  await expect(portal.getByRole('heading', { name: 'Design retainer', level: 1 })).toBeFocused()
  await expect(portal.getByText('quarterly')).toBeVisible()
  await expect(portal.getByRole('row', { name: /^Total/ })).toBeVisible()
  await expectAccessible(portal)
  await expectNoSidewaysScroll(portal)
  await portal.getByRole('link', { name: 'All documents' }).click()

  await portal.getByRole('region', { name: 'Credit notes' }).getByRole('link').first().click()
  const title = portal.getByRole('heading', { name: /^Credit note CN-/ })
  await expect(title).toBeFocused()
  await expect(portal.getByRole('row', { name: /^Total/ })).toBeVisible()
  await expectAccessible(portal)
  const saved = portal.waitForEvent('download')
  await portal.getByRole('link', { name: 'Download PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^CN-.*\.pdf$/)

  await portal.getByRole('link', { name: /^INV-/ }).click()
  await expect(portal.getByRole('heading', { name: /^Invoice INV-/ })).toBeFocused()
  await portal.getByRole('region', { name: 'Credit notes' }).getByRole('link').click()
  await expect(title).toBeFocused()
  await portal.context().close()
})

test('a customer reads the portal and a proposal in their language, and so do staff @main', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const customer = await demoCustomer(page, 'brandt')
  await grant(page, customer, ['view-invoice', 'view-proposal'])
  await page.goto(`/customers/${customer}/billing`)
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('listbox', { name: 'Language' }).getByRole('option', { name: 'German' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Billing' })).toContainText('German')
  const proposal = await sendPaper(page, 'proposals', customer, 'Fotos vom Erdgeschoss')

  const portal = await enterPortal(page, browser, service.url, customer)
  await expect(portal.getByRole('heading', { name: /^Guten Tag, / })).toBeFocused()
  await expect(portal.locator('html')).toHaveAttribute('lang', 'de')
  await expectAccessible(portal)
  await portal.getByRole('link', { name: /Fotos vom Erdgeschoss.*Wartet auf Ihre Antwort/ }).click()
  await expect(portal.getByRole('cell', { name: /^1\.525,82\s€$/ })).toBeVisible()
  await portal.getByRole('button', { name: 'Annehmen' }).click()
  const question = portal.getByRole('dialog', { name: 'Dieses Angebot annehmen?' })
  await question.getByLabel('Ihr Name').fill('')
  await question.getByRole('button', { name: 'Angebot annehmen' }).click()
  await expect(question.getByRole('alert')).toHaveText('Geben Sie Ihren Namen ein')
  await question.getByLabel('Ihr Name').fill('Zoë')
  await question.getByRole('button', { name: 'Angebot annehmen' }).click()
  await expect(portal.getByRole('region', { name: 'Angenommen' })).toContainText('Zoë')
  await expectAccessible(portal)
  await expectNoSidewaysScroll(portal)
  await portal.context().close()

  await page.goto(`/proposals/${proposal}`)
  const sheet = page.getByRole('article', { name: /^Angebot / })
  await expect(sheet).toContainText('Erstellt für')
  await expect(sheet.getByRole('region', { name: 'Angenommen von' })).toContainText('Zoë')
  await expectAccessible(page)
})

test('a person signs a customer out of the portal everywhere', async ({ page, browser, service }) => {
  await signIn(page)
  const customer = await customerOf(page)
  const portal = await enterPortal(page, browser, service.url, customer)
  await expect(portal.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.goto(`/customers/${customer}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Customer portal…' }).click()
  const signedIn = page.getByRole('dialog').getByRole('region', { name: 'Signed in' })
  await expect(signedIn.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await signedIn.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(signedIn).toBeHidden()
  await portal.reload()
  await expect(portal.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
  await expect(portal.getByRole('button', { name: 'Sign out' })).toBeHidden()
  await portal.context().close()
})
