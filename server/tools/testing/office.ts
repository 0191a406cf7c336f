import { afterAll } from 'vitest'

import type { ContextOptions } from '#server/context.ts'

import { MailServer } from './mail-server.ts'
import { type TestAccount, type TestService, startService } from './service.ts'

interface Settings extends Pick<ContextOptions, 'passwords'> {
  /** Environment variables of the service. */
  readonly env?: Record<string, string>
  /** Requests a minute, for tests that send more than the usual limit. */
  readonly rateLimit?: number
}

/** Starts the service with one account, for the tests of one file; it is closed after the last of them. */
export async function startWithAccount({ env, passwords, ...settings }: Settings = {}): Promise<{
  readonly service: TestService
  readonly account: TestAccount
}> {
  const service = await startService(env, passwords && { passwords })
  afterAll(() => service.close())
  return { service, account: await service.account('Ours', settings) }
}

/** Starts the same with two people, who are known by the headers of their requests. */
export async function startOffice(settings?: Settings) {
  const { service, account } = await startWithAccount(settings)
  return {
    service,
    account,
    staff: await service.session(account.id, 'staff'),
    viewer: await service.session(account.id, 'viewer'),
  }
}

/** Starts the service with a mail server beside it, for the tests of one file; both are closed after the last of them. */
export async function startWithMail(
  ...options: ConstructorParameters<typeof MailServer>
): Promise<{ readonly mail: MailServer; readonly service: TestService }> {
  const mail = new MailServer(...options)
  const service = await startService({ SMTP_URL: await mail.listen(), MAIL_FROM: 'office@example.com' })
  afterAll(async () => {
    await service.close()
    await mail.close()
  })
  return { mail, service }
}
