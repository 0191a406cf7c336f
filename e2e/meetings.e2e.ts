import {
  chooseFrom,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openFilters,
  signIn,
  startSession,
  test,
} from './fixtures.ts'
import { demoCustomer, enterPortal, grant, meetingPermissions, send } from './portal-fixtures.ts'

test('a meeting is scheduled in another time zone, found on the overview and with the customer, moved and canceled @main', async ({
  page,
}) => {
  await signIn(page)
  const customer = await demoCustomer(page)
  await page.goto(`/customers/${customer}`)
  const section = page.getByRole('region', { name: 'Meetings' })
  await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Schedule meeting')
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Enter a title')).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('Walk-through')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('Honolulu')
  await page.getByRole('option', { name: 'Pacific/Honolulu' }).click()
  await expect(page.getByText('Where your business is:')).toBeVisible()
  await page.getByRole('textbox', { name: 'Link (optional)' }).fill('https://meet.example/room')
  await page.getByRole('textbox', { name: 'Other email addresses (optional)' }).fill('a@plans.example')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Walk-through', level: 1 })).toBeVisible()
  await expect(page.getByText('(Pacific/Honolulu)')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Attendees' })).toContainText('a@plans.example')
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download .ics' }).click()
  expect((await saved).suggestedFilename()).toBe('meeting.ics')

  await page.goto(`/customers/${customer}`)
  await expect(section.getByRole('link', { name: 'Walk-through' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/overview')
  const ahead = page.getByRole('region', { name: 'Upcoming meetings' })
  await expect(ahead).toContainText('(Pacific/Honolulu)')
  await expectAccessible(page)
  await ahead.getByRole('link', { name: 'Walk-through' }).click()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  await page.keyboard.press('e')
  await page.getByLabel('End time').fill('12:30')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/12:30/).first()).toBeVisible()
  await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Cancel meeting')
  const dialog = page.getByRole('dialog', { name: 'Cancel this meeting?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel meeting' }).click()
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()

  await page.goto('/meetings?status=canceled')
  await expect(page.getByRole('link', { name: 'Walk-through' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/customers/${customer}`)
  // The part is only there with a meeting.
  await expect(page.getByRole('region', { name: 'Invoices' }).getByRole('link').first()).toBeVisible()
  await expect(section).toBeHidden()
})

test('a customer makes a meeting in the portal, moves and cancels it, and only sees that of the business @main', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const customer = await demoCustomer(page)
  await grant(page, customer, meetingPermissions)
  await send(page, '/api/x/meetings', {
    title: 'Handover of the keys',
    starts_at: '2099-01-31T09:00:00Z',
    ends_at: '2099-01-31T10:00:00Z',
    time_zone: 'Asia/Kolkata',
    place: 'Upstairs',
    link: '',
    notes: 'Bring the plan.',
    customer_id: customer,
    contact_ids: [],
    staff_ids: [],
    emails: [],
    notify: false,
  })
  const portal = await enterPortal(page, browser, service.url, customer, 'light', 'America/Toronto')

  await expect(portal.getByRole('link', { name: /Handover of the keys/ })).toContainText(/\b0?4:00/)
  await portal.getByRole('link', { name: /Handover of the keys/ }).click()
  await expect(portal.getByText('(Asia/Kolkata)')).toBeVisible()
  await expect(portal.getByText(/\b0?4:00.*\(America\/Toronto\)/)).toBeVisible()
  await expect(portal.getByText('Bring the plan.')).toBeVisible()
  // What it has nothing of isn't named.
  await expect(portal.getByRole('term')).toHaveText(['When', 'Your time', /^At /, 'Place', 'Attendees'])
  await expect(portal.getByRole('link', { name: 'Add to calendar' })).toBeVisible()
  await expect(portal.getByRole('button', { name: 'Change meeting' })).toBeHidden()
  await expectAccessible(portal)
  await expectNoSidewaysScroll(portal)
  await portal.getByRole('link', { name: '← All documents' }).click()

  await portal.getByRole('button', { name: 'New meeting' }).click()
  const form = portal.getByRole('dialog', { name: 'New meeting' })
  await expect(form.getByLabel('Title')).toBeFocused()
  await form.getByRole('button', { name: 'Create meeting' }).click()
  await expect(form.getByRole('alert')).toHaveText('Enter a title')
  await form.getByLabel('Title').fill('Colors of the hall')
  await expectAccessible(portal)
  await expectNoSidewaysScroll(portal)
  await form.getByRole('button', { name: 'Create meeting' }).click()
  await expect(portal.getByRole('heading', { name: 'Colors of the hall' })).toBeFocused()
  await portal.getByRole('button', { name: 'Change meeting' }).click()
  await portal.getByLabel('Place (optional)').fill('At ours')
  await portal.getByRole('button', { name: 'Save' }).click()
  await expect(portal.getByText('At ours')).toBeVisible()
  await portal.getByRole('button', { name: 'Cancel meeting' }).click()
  const question = portal.getByRole('dialog', { name: 'Cancel this meeting?' })
  await expectAccessible(portal)
  await question.getByRole('button', { name: 'Cancel meeting' }).click()
  await expect(portal.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(portal.getByRole('button', { name: 'Change meeting' })).toBeHidden()
  await portal.context().close()
})

test('the form of a meeting says what else is at that time', async ({ page }) => {
  await signIn(page)
  const schedule = async (title: string, time: string) => {
    await page.goto('/meetings/new')
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page.getByLabel('Starts', { exact: true }).fill('16/01/2031')
    await page.getByLabel('Start time').fill(time)
  }
  await schedule('Fitting of the frames', '10:00')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Fitting of the frames', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Fitting of the frames')
  await expect(page.getByText('At the same time:')).toBeHidden()

  await schedule('Second fitting', '10:30')
  const status = page.getByRole('status').filter({ hasText: 'At the same time:' })
  await expect(status).toContainText('Fitting of the frames, 10:00 – 11:00')
  await expectAccessible(page)
  await page.getByLabel('Start time').fill('11:00')
  await expect(status).toBeHidden()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Second fitting', level: 1 })).toBeVisible()
})

test('the business sets booking times, and customers choose among those that are free', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const customer = await demoCustomer(page, 'okonkwo')
  await grant(page, customer, meetingPermissions)
  await page.goto('/meetings')
  await page.getByRole('link', { name: 'Booking times' }).click()
  await page.getByRole('switch', { name: 'Customers choose among free times' }).click()
  const hours = page.getByRole('group', { name: 'Hours' })
  await hours.getByRole('button', { name: 'Add hours on Saturday' }).click()
  await hours.getByLabel('End on Saturday').fill('08:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(hours.getByRole('alert')).toHaveText('The end must be after the start')
  await expect(hours.getByLabel('Start on Saturday')).toBeFocused()
  await expectAccessible(page)
  await hours.getByLabel('End on Saturday').fill('11:00')
  await hours.getByRole('button', { name: 'Add hours on Saturday' }).click()
  await expect(hours.getByLabel('Start on Saturday, 2')).toHaveValue('12:00')
  await hours.getByLabel('Start on Saturday, 2').fill('10:30')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(hours.getByRole('alert')).toHaveText('Hours of a day can’t overlap')
  await expect(hours.getByLabel('Start on Saturday, 1')).toBeFocused()
  await hours.getByRole('button', { name: 'Remove hours on Saturday, 2' }).click()
  const off = page.getByRole('group', { name: 'Days off' })
  await off.getByRole('button', { name: 'Add days off' }).click()
  await off.getByLabel('Days off 1 from').fill('24/12/2030')
  await expect(off.getByLabel('Days off 1 to')).toHaveValue('24/12/2030')
  await off.getByLabel('Days off 1 to').fill('26/12/2030')
  await off.getByRole('button', { name: 'Add days off' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(off.getByRole('alert')).toHaveText('Enter the first and the last day of each, or remove it')
  await expect(off.getByLabel('Days off 2 from')).toBeFocused()
  await expectAccessible(page)
  await off.getByRole('button', { name: 'Remove days off 2' }).click()
  await page.getByLabel('Length').selectOption({ label: '45 minutes' })
  await page.getByLabel('Link (optional)').fill('https://meet.example/bureau')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Booking times saved')).toBeVisible()
  try {
    const portal = await enterPortal(page, browser, service.url, customer)
    await portal.getByRole('button', { name: 'New meeting' }).click()
    const form = portal.getByRole('dialog', { name: 'New meeting' })
    await form.getByLabel('Title').fill('Which stone')
    const create = form.getByRole('button', { name: 'Create meeting' })
    await create.click()
    await expect(form.getByRole('alert')).toHaveText('Choose a time')
    const times = form.getByRole('group', { name: 'Time' }).getByRole('radio')
    await expect(times.first()).toBeFocused()
    await form.getByLabel('Day').selectOption({ index: 2 })
    const count = await times.count()
    expect(count).toBeGreaterThan(2)
    await times.nth(1).check()
    await expectAccessible(portal)
    await expectNoSidewaysScroll(portal)
    await create.click()
    await expect(portal.getByRole('heading', { name: 'Which stone' })).toBeFocused()
    await expect(portal.getByRole('link', { name: 'https://meet.example/bureau' })).toBeVisible()

    // Its own time is still a choice, and for the next meeting it's gone.
    await portal.getByRole('button', { name: 'Change meeting' }).click()
    const change = portal.getByRole('dialog', { name: 'Change meeting' })
    await expect(change.getByRole('radio', { checked: true })).toHaveCount(1)
    await expect(change.getByRole('group', { name: 'Time' }).getByRole('radio')).toHaveCount(count)
    await change.getByLabel('Title').fill('Which marble')
    await change.getByRole('button', { name: 'Save' }).click()
    await expect(portal.getByRole('heading', { name: 'Which marble' })).toBeVisible()
    await portal.getByRole('link', { name: '← All documents' }).click()
    await portal.getByRole('button', { name: 'New meeting' }).click()
    await form.getByLabel('Day').selectOption({ index: 2 })
    await expect(times).toHaveCount(count - 1)
    await portal.context().close()
  } finally {
    await page.goto('/meetings/booking-times')
    await page.getByRole('switch', { name: 'Customers choose among free times' }).click()
    await page.getByLabel('Link (optional)').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Booking times saved')).toBeVisible()
  }
})

test('the calendar shows a week and a day, begins a meeting where it is clicked and moves through the weeks by keyboard', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/meetings')
  await page.getByRole('link', { name: 'Calendar' }).click()
  const calendar = page.getByRole('region', { name: 'Calendar', exact: true })
  await expect(calendar).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('button', { name: 'Next week' }).click()
  const sunday = calendar.getByRole('region').last()
  const newMeeting = sunday.getByRole('button', { name: /^New meeting on Sun/ })
  // A twelfth of the day from its end: 22:00.
  const { width, height } = (await newMeeting.boundingBox()) ?? { width: 0, height: 0 }
  await newMeeting.click({ position: { x: width / 2, y: (height * 11) / 12 + 2 } })
  await expect(page.getByLabel('Start time')).toHaveValue('22:00')
  await expect(page.getByLabel('End time')).toHaveValue('23:00')
  await page.getByRole('textbox', { name: 'Title' }).fill('Late call')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Late call', level: 1 })).toBeVisible()

  await page.goto('/meetings/calendar')
  await expect(calendar).toHaveAttribute('aria-busy', 'false')
  await expect(calendar.getByRole('link', { name: /Late call/ })).toBeHidden()
  await page.getByRole('button', { name: 'Next week' }).focus()
  await page.keyboard.press('Enter')
  const late = sunday.getByRole('link', { name: 'Late call 22:00 – 23:00' })
  await expect(late).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Whose meetings').selectOption('Ben Harbor')
  await expect(late).toBeHidden()
  await page.getByLabel('Whose meetings').selectOption('Everyone')
  await expect(late).toBeVisible()
  await calendar.getByRole('list', { name: 'Days of this week' }).getByRole('link').last().click()
  await expect(page.getByRole('radio', { name: 'Day', exact: true })).toBeChecked()
  await expect(calendar.getByRole('region')).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(calendar.getByRole('link', { name: /Late call/ })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Previous day' }).click()
  await expect(calendar.getByRole('region', { name: /^Saturday.*no meetings$/ })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'New meeting' })).toBeVisible()
  for (const day of ['9999-12-31', '0000-01-01', 'tomorrow']) {
    await page.goto(`/meetings/calendar?day=${day}`)
    await expect(
      calendar.getByRole('link', { name: /./ }).and(page.locator('[aria-current=date]')),
    ).toBeVisible()
    await expect(page.getByText(String(new Date().getFullYear())).first()).toBeVisible()
  }
})

test('meetings are filtered by a colleague, and the calendar keeps whose it shows', async ({ page }) => {
  await startSession(page)
  await page.goto('/meetings?status=past')
  const rows = page.getByRole('row')
  await expect(page.getByRole('link', { name: 'Kick-off of the online shop' })).toBeVisible()
  const panel = await openFilters(page)
  await panel.getByLabel('Colleague').selectOption('Ben Harbor')
  await expect(page.getByText('No matching meetings')).toBeVisible()
  await panel.getByLabel('Colleague').selectOption('Ada Finch (you)')
  await expect(page).toHaveURL(/person=\d/)
  await expect(page.getByRole('link', { name: 'Kick-off of the online shop' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /Ada Finch/ }).first()).toBeVisible()
  expect(await rows.count()).toBeGreaterThan(1)

  await page.goto('/meetings/calendar')
  const whose = page.getByLabel('Whose meetings')
  await whose.selectOption('Ada Finch (you)')
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.getByRole('list', { name: 'Days of this week' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(whose.getByRole('option', { selected: true })).toHaveText('Ada Finch (you)')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto('/meetings')
  await expect(page.getByRole('listitem').filter({ hasText: 'Layout of the catalog' })).toContainText('1 yes')
})
