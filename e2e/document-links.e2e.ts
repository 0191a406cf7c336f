import { chooseFrom, expect, expectAccessible, expectNoSidewaysScroll, signIn } from './fixtures.ts'
import { inEachTheme, test } from './mail-fixtures.ts'
import { demoCustomer, openLink, send } from './portal-fixtures.ts'

const address = 'nadia@example.com'

test('a customer opens a proposal from its email on a phone, confirms with a code and accepts @main', async ({
  page,
  browser,
  service,
  mail,
}) => {
  await signIn(page)
  const customer_id = await demoCustomer(page)
  await send(page, '/api/x/customer-changes', {
    kind: 'permissions',
    customers: [customer_id],
    count: 1,
    revoke: ['view-proposal'],
  })
  const { id } = await send(page, '/api/x/proposals', {
    customer_id,
    title: 'Photos of the ground floor',
    currency: 'EUR',
    sections: [{ heading: 'What we do', text: 'The **ground floor**' }],
    line_items: [{ description: 'Photography', quantity: 3, unit_price: 413.5, discount: 0, tax_rate: 23 }],
    valid_until: null,
  })
  await page.goto(`/proposals/${id}`)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send this proposal?' })
  await dialog.getByRole('textbox', { name: 'To' }).fill(address)
  await expect(dialog.getByText(/can’t see proposals in the portal, so the email has no link/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Allow proposals' }).click()
  await expect(dialog.getByText('A link to view and accept it follows the message.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send and email' }).click()
  const links = () => mail.secrets('portal', address, 'link')
  await expect.poll(() => links().length, { timeout: 30_000 }).toBe(1)
  expect(mail.texts(address)[0]).toContain('View and accept:')

  await inEachTheme(browser, mail.html(address), async (shown) => {
    await expect(shown.getByRole('img', { name: 'Harbor & Finch Studio' })).toBeAttached()
    await expect(shown.getByRole('link', { name: 'View and accept' })).toHaveAttribute('href', /#link=/)
    await expectAccessible(shown, { only: ['wcag2a', 'wcag2aa'] })
    await expectNoSidewaysScroll(shown)
  })

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Copy customer link')
  await expect(page.getByText('Customer link copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(new RegExp(`^${service.url}/portal#link=[\\w-]{43}$`))

  const link = `${service.url}/portal#link=${links()[0]}`
  const portal = await openLink(browser, service.url, link)
  await expect(portal.getByRole('heading', { name: 'Photos of the ground floor' })).toBeFocused()
  await expect(portal).toHaveURL(new RegExp(`/portal/proposals/${id}$`))
  await expect(portal.getByRole('link', { name: 'All documents' })).toBeHidden()
  await expectAccessible(portal)
  await expectNoSidewaysScroll(portal)
  await expect(page.getByText('Viewed').first()).toBeVisible()

  await portal.getByRole('button', { name: 'Accept' }).click()
  const confirm = portal.getByRole('dialog', { name: 'Confirm that it’s you' })
  await expect(confirm.getByText('We’ve emailed a code to n•••@example.com.')).toBeVisible()
  await expectAccessible(portal)
  await confirm.getByLabel('Code').fill('12')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirm.getByRole('alert')).toHaveText('Enter the six digits of the code')
  await confirm.getByLabel('Code').fill(mail.code(address))
  await portal.keyboard.press('Enter')
  const question = portal.getByRole('dialog', { name: 'Accept this proposal?' })
  await expect(question.getByText('€1,525.82')).toBeVisible()
  await expectAccessible(portal)
  await question.getByRole('button', { name: 'Accept proposal' }).click()
  const proof = portal.getByRole('region', { name: 'Accepted' })
  await expect(proof).toContainText(`Link emailed to${address}`)

  // The link works again, and in a browser that doesn’t know it; elsewhere it leads nowhere.
  await portal.goto('/portal')
  await expect(portal.getByRole('heading', { name: 'Photos of the ground floor' })).toBeVisible()
  await portal.goto('/portal/invoices/1')
  await expect(portal.getByRole('heading', { name: 'Not found' })).toBeVisible()
  const other = await openLink(browser, service.url, link, 'light')
  await expect(other.getByRole('region', { name: 'Accepted' })).toBeVisible()
  await expectAccessible(other)
  await expect(page.getByText('Accepted').first()).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const told = page.getByRole('dialog', { name: 'Notifications' })
  await expect(told.getByText('Wanjiru Kamau accepted Photos of the ground floor').first()).toBeVisible()
  // What was done before with the same proposal is behind it.
  const viewed = told.getByText('Wanjiru Kamau viewed Photos of the ground floor')
  await expect(viewed).toBeHidden()
  await told
    .getByRole('button', { name: /^\d earlier$/ })
    .first()
    .click()
  await expect(viewed.first()).toBeVisible()
  await expectAccessible(page)
  await Promise.all([portal.context().close(), other.context().close()])
})

test('a link in an email that is wrong or no longer works says so, and what helps', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const portal = await openLink(browser, service.url, `${service.url}/portal#link=${'x'.repeat(43)}`)
  await expect(portal.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await expect(portal.getByText('Open it from the email again.')).toBeVisible()
  await expectAccessible(portal)
  await portal.context().close()

  // Of a document that is paid, weeks ago.
  const expired = await openLink(browser, service.url, `${service.url}/portal`)
  await expired.route('**/api/x/portal/link', (route) =>
    route.fulfill({ json: { data: { session: null, document: { kind: 'invoice', id: 1 } } } }),
  )
  await expired.route('**/api/x/portal/link/renew', (route) =>
    route.fulfill({ json: { data: { sent_to: ['n•••@example.com'] } } }),
  )
  await expired.goto(`/portal#link=${'y'.repeat(43)}`)
  await expect(expired.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await expectAccessible(expired)
  await expired.getByRole('button', { name: 'Email me a new link' }).click()
  await expect(expired.getByRole('status')).toHaveText('We’ve emailed a new link to n•••@example.com.')
  await expired.context().close()
})
