import type { Locator, Page } from '@playwright/test'

import type { FollowUpPage } from '#contract/customers/notes.ts'

import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hideExtensions,
  startSession,
  test,
} from './fixtures.ts'
import { demoCustomer, send } from './portal-fixtures.ts'

test('the overview is the first screen, and overdue items link to the invoice and customer @main', async ({
  page,
}) => {
  await openOverview(page)
  await expect(page.getByText(/^(Good \w+|Hello), Ada\. It’s /)).toBeVisible()
  const longest = page.getByRole('list', { name: 'Overdue invoices' }).getByRole('listitem').first()
  await expect(longest.getByText(/\d+ days? overdue/)).toBeVisible()
  const name = await longest.getByRole('link').first().innerText()
  await longest.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  // Anywhere in the row.
  const number = /INV-[\d-]+/.exec(await longest.innerText())?.[0] ?? ''
  await longest.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
})

test('every key figure links to a list with the same invoices or subscriptions, and the same amount @main @postgres', async ({
  page,
}) => {
  test.slow()
  await openOverview(page)
  const figures = await figuresOf(page)
  // Five key figures, five ages and twelve months.
  expect(figures.length).toBeGreaterThanOrEqual(21)
  const isRecurring = ({ name }: { name: string }) => name.startsWith('Monthly recurring revenue')
  expect(figures.filter(isRecurring)).toHaveLength(1)
  for (const { name, amount } of figures.filter((figure) => !isRecurring(figure))) {
    await test.step(name, async () => {
      await page.getByRole('link', { name, exact: true }).first().click()
      await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
      const count = /(\d[\d,]*) (paid invoice|invoice|draft)/.exec(name)?.[1]
      if (count !== undefined) await expect(page.getByText(new RegExp(`^${count} results?$`))).toBeVisible()
      await expect(page.getByRole('region', { name: 'Totals' })).toContainText(amount)
      await page.goBack()
      await expect(page.getByRole('list', { name: 'Key figures' })).toBeVisible()
    })
  }
  // What recurs is not that of invoices: its list states the sum in its subtitle.
  const recurring = figures.find(isRecurring)
  await page.getByRole('link', { name: recurring?.name ?? '', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Subscriptions', level: 1 })).toBeVisible()
  await expect(page.getByText(`Monthly recurring revenue ${recurring?.amount} excl. tax`)).toBeVisible()
})

test('amounts are shown in one currency at a time, and the selection is in the URL', async ({ page }) => {
  await openOverview(page)
  const figures = page.getByRole('list', { name: 'Key figures' })
  await expect(figures.getByText(/^€/).first()).toBeVisible()
  await page.getByRole('radio', { name: 'EUR' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/currency=USD/)
  for (const name of ['Key figures', 'Outstanding by age']) {
    const list = page.getByRole('list', { name })
    await expect(list.getByText(/^US\$/).first()).toBeVisible()
    await expect(list.getByText(/^€/)).toHaveCount(0)
  }
  await expect(page.getByText(/^US\$[\d.,]+ in the last 12 months/)).toBeVisible()
  await page.reload()
  await expect(figures.getByText(/^US\$/).first()).toBeVisible()
  await page.goto('/overview?currency=nothing')
  await expect(figures.getByText(/^€/).first()).toBeVisible()
})

test('a month shows what was paid, the current one so far, and links to its invoices', async ({ page }) => {
  await openOverview(page)
  const months = page.getByRole('list', { name: 'Paid by month' })
  await expect(months.getByRole('listitem')).toHaveCount(12)
  await expect(months.getByRole('listitem').last().getByRole('link')).toHaveAccessibleName(/ so far: €/)
  const full = months.getByRole('listitem').nth(4).getByRole('link')
  await full.hover()
  await expect(page.getByRole('tooltip')).toContainText(/\d payments?/)
  await full.press('Enter')
  await expect(page).toHaveURL(/currency=EUR&paidFrom=\d{4}-\d\d-01&paidTo=/)
})

test('cards are as tall as their content', async ({ page }) => {
  await openOverview(page)
  const bottoms = await page.getByRole('region', { name: 'Outstanding by age' }).evaluate((card) => {
    const last = [...card.querySelectorAll('li')].at(-1)
    return card.getBoundingClientRect().bottom - (last?.getBoundingClientRect().bottom ?? 0)
  })
  expect(bottoms).toBeLessThan(40)
})

test('both columns end on the same line', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openOverview(page)
  // It arrives later than the others, with a script of its own.
  const meetings = page.getByRole('region', { name: 'Upcoming meetings' })
  await expect(meetings.getByRole('link', { name: 'All meetings' })).toBeVisible()
  const bottomOf = async (name: string) => {
    const box = await page.getByRole('region', { name }).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  expect(await bottomOf('Newest customers')).toBeCloseTo(await bottomOf('Needs attention'), 0)
})

test('a right-to-left name keeps its place', async ({ page }) => {
  await openOverview(page)
  const row = page
    .getByRole('list', { name: 'Overdue invoices' })
    .getByRole('listitem')
    .filter({ hasText: 'ليلى' })
  const others = page.getByRole('list', { name: 'Overdue invoices' }).getByRole('listitem').first()
  const startOf = async (item: Locator) => (await item.getByRole('link').first().boundingBox())?.x
  expect(await startOf(row)).toBe(await startOf(others))
})

test.describe('in the account’s time zone', () => {
  // The lists carry no zone, so the browser's own day decides what is late.
  test.use({ timezoneId: 'UTC' })

  test('for a service without the overview, the same figures are computed from its lists, with a note', async ({
    page,
  }) => {
    // Lists don't say when an invoice was paid.
    const figures = async () =>
      (await figuresOf(page))
        .map(({ name }) => name)
        .filter((name) => /invoice|draft/.test(name) && !/paid|payment/i.test(name))
    const overdueInvoices = () => page.getByRole('list', { name: 'Overdue invoices' }).innerText()
    await openOverview(page)
    await deletePartPayments(page)
    await page.reload()
    await expect(page.getByRole('list', { name: 'Overdue invoices' })).toBeVisible()
    const expected = await figures()
    expect(expected.length).toBeGreaterThanOrEqual(7)
    const overdue = await overdueInvoices()
    await hideExtensions(page)
    await page.reload()
    await expect(page.getByText(/Calculated in this browser from all \d+ invoices/)).toBeVisible()
    expect(await figures()).toEqual(expected)
    expect(await overdueInvoices()).toEqual(overdue)
  })
})

/** Lists say what invoices come to, and nothing about their payments. */
async function deletePartPayments(page: Page) {
  const deleted = await page.evaluate(async () => {
    const open = (await (await fetch('/api/invoices?status=outstanding&page=1&limit=100')).json()) as {
      data: { id: number }[]
    }
    const statuses: number[] = []
    for (const { id } of open.data) {
      for (;;) {
        const answer = await fetch(`/api/x/invoices/${id}`)
        const { data } = (await answer.json()) as { data: { payments: { id: number }[] } }
        const [payment] = data.payments
        if (!payment) break
        const headers = { 'if-match': answer.headers.get('etag') ?? '' }
        statuses.push((await fetch(`/api/x/payments/${payment.id}`, { method: 'DELETE', headers })).status)
      }
    }
    return statuses
  })
  expect(deleted.length).toBeGreaterThan(0)
  expect(new Set(deleted)).toEqual(new Set([200]))
}

test('an empty account shows how to get started', async ({ page }) => {
  await change(page, (data) => ({
    ...data,
    counts: { customers: 0, services: 0, active_services: 0, invoices: 0, contacts: 0, webhooks: 0 },
  }))
  await enter(page)
  await expect(page.getByRole('heading', { name: /Welcome to/ })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'Company details' })).toBeVisible()
  await page.getByRole('link', { name: 'New customer' }).click()
  await expect(page.getByRole('heading', { name: 'New customer' })).toBeVisible()
})

test('a day without issues says so, and one with only a follow-up doesn’t', async ({ page }) => {
  await change(page, (data) => ({
    ...data,
    receivables: [{ status: 'paid', currency: 'EUR', count: 1, amount: 10 }],
    ageing: [],
    overdue: [],
    stale_drafts: { count: 0, oldest: null, invoices: [] },
    failing_webhooks: [],
    failing_webhook_count: 0,
    agreed_documents: { count: 0, documents: [] },
    revenue: [],
  }))
  await openOverview(page)
  await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Overdue/ })).toContainText('Nothing overdue')
  await expect(page.getByText('Nothing was paid in EUR in the last 12 months.')).toBeVisible()
  const due: FollowUpPage = {
    data: [
      {
        note: {
          id: 1,
          customer_id: 5,
          kind: 'call',
          text: 'Send the price list',
          is_pinned: false,
          follow_up_on: '2026-01-05',
          caused_by: 'Ada Finch',
          is_editable: true,
          created_at: '2026-01-01T09:00:00Z',
          edited_at: null,
          version: 1,
        },
        customer: { id: 5, name: 'Zoë', last_name: 'Berg' },
      },
    ],
    total: 1,
  }
  await page.route('**/api/x/follow-ups', (route) => route.fulfill({ json: due }))
  await page.reload()
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByRole('link', { name: 'Zoë Berg' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toHaveCount(0)
})

test('a proposal that was accepted waits on the overview, and leads to its next step', async ({ page }) => {
  await startSession(page)
  await page.goto('/')
  const written = await send(page, '/api/x/proposals', {
    customer_id: await demoCustomer(page),
    title: 'New shelves',
    currency: 'EUR',
    valid_until: null,
    sections: [],
    line_items: [{ description: 'Shelf', quantity: 3, unit_price: 90, discount: 0, tax_rate: 21 }],
  })
  const sent = await send(page, `/api/x/proposals/${written.id}/send`, {}, written.version)
  const answer = { name: 'Wanjiru Kamau', note: '' }
  await send(page, `/api/x/proposals/${written.id}/accept`, answer, sent.version)
  await page.goto('/overview')
  const waiting = page.getByRole('list', { name: /your customers? agreed to$/ }).getByRole('listitem')
  await expect(waiting.first()).toContainText(/(accepted|signed) (today|yesterday|\d+ days ago)/)
  await waiting
    .filter({ hasText: 'accepted' })
    .first()
    .getByRole('link', { name: /^View proposal/ })
    .click()
  await expect(page.getByRole('button', { name: 'Create invoice' })).toBeVisible()
})

test('all failing webhooks are linked, and many currencies become a select', async ({ page }) => {
  const currencies = ['EUR', 'USD', 'JPY', 'GBP', 'KWD']
  await change(page, (data) => ({
    ...data,
    failing_webhooks: Array.from({ length: 8 }, (_, index) => ({
      id: index + 7,
      name: null,
      url: `https://hooks.example/in/${index}`,
      status: index === 0 ? 'disabled' : 'active',
      failure_count: 12 - index,
    })),
    failing_webhook_count: 8,
    receivables: currencies.map((currency) => ({ status: 'sent', currency, count: 1, amount: 1.5 })),
    ageing: currencies.map((currency) => ({ bucket: '1-30', currency, count: 1, amount: 1.5 })),
    overdue: [],
  }))
  await openOverview(page)
  const webhooks = page.getByRole('region', { name: 'Failing webhooks' })
  await expect(webhooks.getByText('disabled, 12 consecutive failures')).toBeVisible()
  // Two on the same host are told apart.
  await expect(webhooks.getByText('/in/1')).toBeVisible()
  await expect(webhooks.getByRole('link', { name: 'View webhook hooks.example/in/0' })).toHaveAttribute(
    'href',
    '/webhooks/7',
  )
  await expect(webhooks.getByRole('link', { name: 'View all 8 failing' })).toBeVisible()
  await expect(page.getByText('5 sent invoices past the due date but not marked as overdue')).toBeVisible()
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('KWD')
  await expect(page.getByText('KWD 1.500').first()).toBeVisible()
  await expectAccessible(page)
})

test('a draft not updated for two weeks can be opened, and its list has the same count', async ({ page }) => {
  await openOverview(page)
  const drafts = page.getByRole('region', { name: /drafts? not updated for two weeks/ })
  // The dashboard can't send or delete invoices, so it doesn't suggest it.
  await expect(drafts.getByText(/send|delete/i)).toHaveCount(0)
  const all = drafts.getByRole('link', { name: /^View all \d+ drafts$/ })
  const count = /\d+/.exec(await all.innerText())?.[0]
  await all.click()
  await expect(page.getByText(`${count} results`)).toBeVisible()
  await page.goBack()
  const open = drafts.getByRole('link', { name: /^Open draft / }).first()
  const number = (await open.getAttribute('aria-label'))?.replace('Open draft ', '') ?? ''
  await open.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
})

test('an overview that fails to load shows an error and recovers', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  watch.allow(/net::ERR/)
  await page.route('**/api/x/overview', (route) => route.fulfill({ status: 500, body: '' }))
  await enter(page)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/x/overview')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible({ timeout: 20_000 })
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
})

test('figures that couldn’t be refreshed stay, with their age', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await page.clock.install()
  await openOverview(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await page.clock.fastForward('01:00')
  await page.route('**/api/x/overview', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText(/Figures as of/)).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('nothing overflows', async ({ page }) => {
    await openOverview(page)
    await expect(page.getByRole('list', { name: 'Paid by month' })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})

/** The screen after signing in. */
async function enter(page: Page) {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: /demo/i }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
}

async function openOverview(page: Page) {
  await startSession(page)
  await page.goto('/overview')
  await expect(page.getByRole('list', { name: 'Key figures' })).toBeVisible()
}

/** The links of all amounts, by what they say. */
async function figuresOf(page: Page) {
  await expect(page.getByRole('list', { name: 'Paid by month' })).toBeVisible()
  const found = await page
    .getByRole('list', { name: /^(Key figures|Outstanding by age|Paid by month)$/ })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map(
        (link) =>
          link.getAttribute('aria-label') ??
          [...link.children]
            .map((part) => part.textContent)
            .join(' ')
            .trim(),
      ),
    )
  return found.map((name) => ({ name, amount: /[€$¥][\d,.]*\d/.exec(name)?.[0] ?? '' }))
}

/** Changes what the service answers at the network's edge. */
async function change(page: Page, to: (data: Record<string, unknown>) => Record<string, unknown>) {
  await page.route('**/api/x/overview', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: Record<string, unknown> }
    await route.fulfill({ response: answer, json: { data: to(data) } })
  })
}

test('follow-ups that are due are named, the longest overdue first, and are done with a way back @main', async ({
  page,
}) => {
  await openOverview(page)
  const follow = (customer: number, text: string, days: number) =>
    page.evaluate(
      async ([id, note, offset]) => {
        const day = new Date(Date.now() + Number(offset) * 86_400_000).toISOString().slice(0, 10)
        await fetch(`/api/x/customers/${id}/notes`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ kind: 'call', text: note, is_pinned: false, follow_up_on: day }),
        })
      },
      [customer, text, days] as const,
    )
  await follow(5, 'Send the new price list', -1)
  await follow(6, 'Ask about the framework contract', -4)
  await follow(7, 'Not due for a long time', 30)
  await page.reload()
  const list = page.getByRole('region', { name: 'Needs attention' }).getByRole('list', { name: 'Follow-ups' })
  const asked = list.getByRole('listitem').filter({ hasText: 'Ask about the framework contract' })
  const priced = list.getByRole('listitem').filter({ hasText: 'Send the new price list' })
  await expect(asked).toContainText(/[345] days overdue/)
  await expect(list.getByText('Not due for a long time')).toBeHidden()
  const texts = await list.getByRole('listitem').allInnerTexts()
  const at = (text: string) => texts.findIndex((each) => each.includes(text))
  expect(at('framework')).toBeLessThan(at('price list'))
  await expectAccessible(page)

  await asked.getByRole('button', { name: /as done$/ }).click()
  await expect(asked).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(asked).toBeVisible()
  await asked.getByRole('link').click()
  await expect(page.getByText('Ask about the framework contract')).toBeVisible()
  await page.goBack()
  await priced.getByRole('button', { name: /as done$/ }).click()
  await expect(priced).toBeHidden()
})

test('a service without notes shows no follow-ups, and figures lead to lists that it can show', async ({
  page,
}) => {
  await hideExtensions(page)
  await openOverview(page)
  await expect(page.getByRole('list', { name: 'Key figures' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Follow-ups' })).toBeHidden()
  const hrefs = await page
    .locator('main a[href^="/invoices?"], main a[href="/invoices"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(hrefs.length).toBeGreaterThan(5)
  expect(hrefs.filter((href) => /currency|issued|outstanding/.test(href))).toEqual([])
})
