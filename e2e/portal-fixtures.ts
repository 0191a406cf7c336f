import type { Browser, Page } from '@playwright/test'

/** What the journeys read of the responses. */
interface Sent {
  readonly id: number
  readonly version: number
  readonly status: string
  readonly link: string
  readonly invoice_number: string
}

type ColorScheme = 'dark' | 'light'

/** Sends a request as the person who is signed in: a POST if it has a body. */
export const send = (page: Page, path: string, body?: object, version?: number) =>
  page.evaluate(
    async ([to, what, etag]) => {
      const response = await fetch(to, {
        method: what ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', ...(etag && { 'if-match': `"${etag}"` }) },
        ...(what && { body: JSON.stringify(what) }),
      })
      return ((await response.json()) as { data: Sent }).data
    },
    [path, body, version] as const,
  )

/** A customer of the demo. */
export async function demoCustomer(page: Page, name = 'wanjiru'): Promise<number> {
  const known = await page.request.get(`/api/customers?page=1&limit=1&search=${name}`)
  const { data } = (await known.json()) as { data: { id: number }[] }
  return data[0]?.id ?? 0
}

/** Lets the customer do more in the portal. */
export const grant = (page: Page, customer: number, permissions: readonly string[]) =>
  send(page, '/api/x/customer-changes', {
    kind: 'permissions',
    customers: [customer],
    count: 1,
    grant: permissions,
  })

export const meetingPermissions = [
  'view-meeting',
  'create-meeting',
  'edit-meeting',
  'delete-meeting',
] as const

/** The portal of a customer who has just come in by a link. */
export async function enterPortal(
  page: Page,
  browser: Browser,
  baseURL: string,
  customer: number,
  colorScheme?: ColorScheme,
  timezoneId?: string,
): Promise<Page> {
  const { link } = await send(page, `/api/x/customers/${customer}/portal-link`, { is_emailed: false })
  const portal = await openLink(browser, baseURL, link, colorScheme, timezoneId)
  await portal.getByRole('button', { name: 'Open portal' }).click()
  return portal
}

/** The portal on a phone of the customer, at a link. */
export async function openLink(
  browser: Browser,
  baseURL: string,
  link: string,
  colorScheme: ColorScheme = 'dark',
  timezoneId = 'Europe/Berlin',
): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    colorScheme,
    timezoneId,
    hasTouch: true,
  })
  const portal = await context.newPage()
  await portal.goto(link)
  return portal
}
