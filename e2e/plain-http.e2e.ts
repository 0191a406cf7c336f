import { expect, test as base, toast } from './fixtures.ts'
import { startService } from './service.ts'

/** A new service, opened from another machine: under a name that isn't loopback, without https. */
const test = base.extend<object, { mapped: string }>({
  mapped: ['bureau.test', { scope: 'worker' }],
  launchOptions: [
    async ({ launchOptions, mapped }, provide) =>
      provide({ ...launchOptions, args: [`--host-resolver-rules=MAP ${mapped} 127.0.0.1`] }),
    { scope: 'worker' },
  ],
  service: [
    async ({ mapped }, provide) => {
      const service = await startService({ DEMO: '0', HOST: '0.0.0.0' })
      await provide({ ...service, url: `http://${mapped}:${new URL(service.url).port}` })
      await service.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})

test('from another machine without https, the owner account is set up and a form is saved @main', async ({
  page,
  service,
  watch,
}) => {
  watch.allow(/Cross-Origin-Opener-Policy header has been ignored/)
  await test.step('the owner account', async () => {
    await page.goto(`/set-up${/#token=\S+/.exec(service.output())?.[0]}`)
    expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])).toEqual([false, false])
    await page.getByRole('textbox', { name: 'Business name' }).fill('Lovelace Engines')
    await page.getByRole('textbox', { name: 'Your name' }).fill('Grace')
    await page.getByRole('textbox', { name: 'Your email' }).fill('grace@lovelace.example')
    await page.getByRole('textbox', { name: 'Choose a password' }).fill('analytical engine 1843')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  })
  await test.step('a contact', async () => {
    await page.goto('/contacts/new')
    await page.getByRole('textbox', { name: 'First name' }).fill('Charles')
    await page.getByRole('textbox', { name: 'Last name' }).fill('Babbage')
    await page.getByRole('textbox', { name: 'Email' }).fill('charles@lovelace.example')
    await page.getByRole('button', { name: /^Create contact/ }).click()
    await expect(toast(page, 'Contact added')).toBeVisible()
  })
})
