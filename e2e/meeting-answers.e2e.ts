import { expect, expectAccessible, expectNoSidewaysScroll, signIn } from './fixtures.ts'
import { inEachTheme, test } from './mail-fixtures.ts'
import { demoCustomer, openLink, send } from './portal-fixtures.ts'

const guest = 'architect@plans.example'
/** A whole day in the summer of 2099, when no clock changes. */
const times = { starts_at: '2099-07-01T08:00:00Z', ends_at: '2099-07-01T09:00:00Z' }

test('a guest answers the invitation to a meeting on a phone, and staff see it and are told @main', async ({
  page,
  browser,
  service,
  mail,
}) => {
  await signIn(page)
  const { id } = await send(page, '/api/x/meetings', {
    ...times,
    title: 'Walk through the ground floor',
    time_zone: 'Europe/Lisbon',
    place: '',
    link: 'https://meet.example/room',
    notes: 'Bring the floor plan.',
    customer_id: await demoCustomer(page),
    contact_ids: [],
    staff_ids: [],
    emails: [guest],
    notify: true,
  })
  await page.goto(`/meetings/${id}`)
  const attendees = page.getByRole('list', { name: 'Attendees' })
  await expect(attendees.getByRole('listitem').filter({ hasText: guest })).toContainText('Invited')
  const secrets = () => mail.secrets('portal', guest, 'invitation')
  await expect.poll(() => secrets().length, { timeout: 30_000 }).toBe(1)

  await inEachTheme(browser, mail.html(guest), async (shown) => {
    await expect(shown.getByRole('link', { name: 'Answer invitation' })).toHaveAttribute(
      'href',
      /#invitation=/,
    )
    await expectAccessible(shown, { only: ['wcag2a', 'wcag2aa'] })
    await expectNoSidewaysScroll(shown)
  })

  const portal = await openLink(browser, service.url, `${service.url}/portal#invitation=${secrets()[0]}`)
  await expect(portal.getByRole('heading', { name: 'Walk through the ground floor' })).toBeFocused()
  await expect(portal.getByText('(Europe/Lisbon)')).toBeVisible()
  await expect(portal.getByText('Bring the floor plan.')).toBeVisible()
  await expect(portal.getByRole('button', { name: 'Sign out' })).toBeHidden()
  await expectAccessible(portal)
  await expectNoSidewaysScroll(portal)
  await portal.getByRole('button', { name: 'Send answer' }).click()
  await expect(portal.getByText('Choose an answer')).toBeVisible()
  await expect(portal.getByRole('radio', { name: 'Yes' })).toBeFocused()
  await portal.keyboard.press('ArrowDown')
  await portal.getByLabel('Note (optional)').fill('I come by train, so maybe 10 minutes later.')
  await portal.getByRole('button', { name: 'Send answer' }).click()
  await expect(portal.getByRole('status')).toHaveText('Harbor & Finch Studio knows that you may attend.')
  await expectAccessible(portal)

  const answered = attendees.getByRole('listitem').filter({ hasText: guest })
  await expect(answered).toContainText('Maybe')
  await expect(answered).toContainText('“I come by train, so maybe 10 minutes later.”')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const told = page.getByRole('dialog', { name: 'Notifications' })
  await expect(told.getByText(`${guest} may attend Walk through the ground floor`)).toBeVisible()

  // The link shows what was answered, and takes another answer. What is typed outlives a broken connection.
  await portal.reload()
  await expect(portal.getByRole('radio', { name: 'Maybe' })).toBeChecked()
  await portal.route('**/api/x/portal/invitation/answer', (route) => route.abort())
  await portal.getByRole('radio', { name: 'No', exact: true }).check()
  await portal.getByLabel('Note (optional)').fill('I’m ill, sorry')
  await portal.getByRole('button', { name: 'Send answer' }).click()
  await expect(portal.getByRole('alert')).toHaveText(/^Can’t reach the server/)
  await portal.unroute('**/api/x/portal/invitation/answer')
  await portal.getByRole('button', { name: 'Send answer' }).click()
  await expect(portal.getByRole('status')).toHaveText('Harbor & Finch Studio knows that you won’t attend.')
  await expect(answered).toContainText('Declined')
  await expect(answered).toContainText('“I’m ill, sorry”')
  await page.goto('/meetings?search=ground%20floor')
  await expect(page.getByText('2 · 1 no')).toBeVisible()

  await portal.goto(`/portal#invitation=${'x'.repeat(43)}`)
  await expect(portal.getByRole('heading', { name: 'This link doesn’t work' })).toBeFocused()
  await expect(portal.getByText('Your documents are safe.')).toBeHidden()
  await expectAccessible(portal)
  await portal.context().close()
})
