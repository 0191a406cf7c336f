import type { Browser, Page } from '@playwright/test'

import { MailServer, smtpError } from '../server/tools/testing/mail-server.ts'
import { test as base } from './fixtures.ts'
import { startService } from './service.ts'

/** Addresses that the mail server refuses. */
export const refused = new Set<string>()

/** The service with a real mail server beside it. */
export const test = base.extend<object, { mail: MailServer }>({
  mail: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, provide) => {
      const mail = new MailServer({
        onRcptTo: ({ address }, _session, done) => done(refused.has(address) ? smtpError(550) : null),
      })
      await provide(mail)
      await mail.close()
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ mail }, provide) => {
      const service = await startService({ SMTP_URL: await mail.listen(), MAIL_FROM: 'billing@example.com' })
      await provide(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})

/** Runs checks on an email as a mail program shows it on a phone, in a light and in a dark theme. */
export async function inEachTheme(
  browser: Browser,
  html: string,
  check: (shown: Page) => Promise<void>,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } })
    const shown = await context.newPage()
    await shown.setContent(html)
    await check(shown)
    await context.close()
  }
}
