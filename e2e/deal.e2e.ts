import type { Locator, Page } from '@playwright/test'

import { expect, signIn } from './fixtures.ts'
import { test } from './mail-fixtures.ts'
import { demoCustomer, grant, openLink, send } from './portal-fixtures.ts'

/** What staff do themselves, apart from typing. */
class Actions {
  count = 0
  readonly #page: Page
  readonly #isPhone: boolean

  constructor(page: Page, isPhone: boolean) {
    this.#page = page
    this.#isPhone = isPhone
  }

  async press(target: Locator): Promise<void> {
    this.count += 1
    await target.click()
  }

  button(name: string | RegExp, within: Page | Locator = this.#page): Locator {
    return within.getByRole('button', { name, exact: typeof name === 'string' })
  }

  /** Goes to a list by the navigation, which a phone opens first. */
  async go(name: string): Promise<void> {
    if (this.#isPhone) await this.press(this.button('Navigation'))
    await this.press(this.#page.getByRole('link', { name, exact: true }).first())
  }
}

const texts = (kind: 'proposal' | 'contract') => ({
  kind,
  name: 'Photography',
  is_default: true,
  subject: 'Photos for {{customer.name}}',
  message: '',
  sections: [{ heading: 'What we do', text: 'The **ground floor** of {{customer.name}}' }],
  ...(kind === 'proposal' && {
    line_items: [{ description: 'Photography', quantity: 3, unit_price: 100, discount: 0, tax_rate: 21 }],
    currency: 'EUR',
    valid_days: 14,
  }),
})

for (const [name, viewport, colorScheme] of [
  ['a wide window', { width: 1440, height: 900 }, 'light'],
  ['a phone', { width: 390, height: 844 }, 'dark'],
] as const)
  test.describe(`in ${name}`, () => {
    test.use({ viewport, colorScheme })

    test('a deal from a template to its receipt, and a contract that both sign, take staff at most 20 actions', async ({
      page,
      browser,
      service,
      mail,
    }) => {
      // The longest journey of all.
      test.setTimeout(120_000)
      const address = `deal-${viewport.width}@example.com`
      await signIn(page)
      const customer = await demoCustomer(page)
      await grant(page, customer, ['view-proposal', 'view-contract', 'view-invoice'])
      for (const kind of ['proposal', 'contract'] as const) await send(page, '/api/x/templates', texts(kind))
      await page.goto('/overview')
      const staff = new Actions(page, viewport.width < 500)
      const dialog = page.getByRole('dialog')

      /** Writes a document from its template for the customer, and emails it. */
      const propose = async (many: 'Proposals' | 'Contracts', one: string) => {
        await staff.go(many)
        await staff.press(page.getByRole('link', { name: `New ${one}` }).first())
        await page.getByRole('combobox', { name: 'Customer' }).fill('wanjiru')
        await page
          .getByRole('option', { name: /Wanjiru/ })
          .first()
          .waitFor()
        await page.keyboard.press('Enter')
        await staff.press(staff.button(/^(Save draft|Create)/))
        await staff.press(staff.button('Send'))
        await dialog.getByRole('textbox', { name: 'To' }).fill(address)
        await staff.press(staff.button('Send and email', dialog))
      }
      /** The customer opens the newest link that was emailed to them on their phone, and answers. */
      const answer = async (offer: string, ask: string, confirm: string, fullName?: string) => {
        const emailed = () => mail.texts(address).find((text) => text.includes(`${offer}:`))
        await expect.poll(emailed, { timeout: 30_000 }).toBeDefined()
        const [, secret] = /\/portal#link=([\w-]{43})/.exec(emailed() ?? '') ?? []
        const portal = await openLink(browser, service.url, `${service.url}/portal#link=${secret}`)
        await portal.getByRole('button', { name: ask, exact: true }).click()
        const code = portal.getByRole('dialog', { name: 'Confirm that it’s you' })
        await expect(code.getByText(/We’ve emailed a code/)).toBeVisible()
        await code.getByLabel('Code').fill(mail.code(address))
        await portal.keyboard.press('Enter')
        const question = portal.getByRole('dialog', { name: confirm })
        if (fullName !== undefined) await question.getByRole('textbox').first().fill(fullName)
        await question.getByRole('button', { name: /proposal$|contract$/ }).click()
        await expect(portal.getByRole('region', { name: /Accepted|Signed/ })).toBeVisible()
        return portal
      }
      const subjects = () =>
        mail.received.filter(({ to }) => to.includes(address)).map(({ source }) => source)

      await propose('Proposals', 'proposal')
      const portal = await answer('View and accept', 'Accept', 'Accept this proposal?')
      await portal.context().close()
      // Staff see it at once where they are.
      await expect(page.getByText('Accepted').first()).toBeVisible()
      await staff.press(staff.button('Create invoice'))
      await expect(page.getByRole('heading', { level: 1, name: /Draft|DRAFT/ })).toBeVisible()
      await staff.press(staff.button('Send'))
      await dialog.getByRole('textbox', { name: 'To' }).fill(address)
      await staff.press(staff.button('Send and email', dialog))
      await staff.press(staff.button('Record payment'))
      await staff.press(dialog.getByRole('checkbox', { name: /^Email a receipt/ }))
      await staff.press(staff.button('Record payment', dialog))
      await expect(page.getByText('Payment recorded, receipt queued')).toBeVisible()

      await propose('Contracts', 'contract')
      const signed = await answer('Review and sign', 'Sign', 'Sign this contract?', 'Wanjiru Kamau')
      await staff.press(staff.button('Countersign'))
      await staff.press(staff.button('Countersign', dialog))
      await expect(page.getByText('Contract countersigned, email queued')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Countersigned by' })).toBeVisible()
      await signed.reload()
      await expect(signed.getByRole('region', { name: 'Countersigned' })).toBeVisible()
      await signed.context().close()
      await expect.poll(() => subjects().join('\n'), { timeout: 30_000 }).toMatch(/is signed by both sides/)
      // A phone takes two more, for its navigation.
      expect(staff.count).toBe(viewport.width < 500 ? 20 : 18)

      await staff.button(/^Notifications/).click()
      const told = (what: string) => dialog.getByText(`Wanjiru Kamau ${what} Photos for Wanjiru`).first()
      for (const what of ['accepted', 'signed']) await expect(told(what)).toBeVisible()
      await dialog
        .getByRole('button', { name: /earlier$/ })
        .first()
        .click()
      await expect(told('viewed')).toBeVisible()
    })
  })
