import { expect, expectAccessible, signIn } from './fixtures.ts'
import { test } from './mail-fixtures.ts'
import { demoCustomer, grant, openLink } from './portal-fixtures.ts'

const ada = { name: 'Ada Finch', email: 'ada@finch.example' }
const bo = { name: 'Bo Lindqvist', email: 'bo@finch.example' }

test('two people sign a contract one after the other, each on their phone, and staff see whose turn it is', async ({
  page,
  browser,
  service,
  mail,
}) => {
  await signIn(page)
  const customer = await demoCustomer(page)
  await grant(page, customer, ['view-contract'])

  await page.goto(`/contracts/new?customer=${customer}`)
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Refit of the ground floor')
  const signers = page.getByRole('region', { name: 'Signers' })
  const add = signers.getByRole('button', { name: 'Add signer' })
  // Bo is written down first, and moved.
  for (const [index, { name, email }] of [bo, ada].entries()) {
    await add.click()
    await expect(signers.getByRole('textbox', { name: `Name, signer ${index + 1}` })).toBeFocused()
    await page.keyboard.type(name)
    await signers.getByRole('textbox', { name: `Email, signer ${index + 1}` }).fill(email)
  }
  await signers.getByRole('button', { name: 'Move signer 2 up' }).click()
  await expect(signers.getByRole('textbox', { name: 'Name, signer 1' })).toHaveValue(ada.name)

  // What is wrong is said where it is.
  const second = signers.getByRole('textbox', { name: 'Email, signer 2' })
  await second.fill('ADA@finch.example')
  await page.getByRole('textbox', { name: 'Heading, section 1' }).fill('Scope')
  const create = page.getByRole('button', { name: /^(Save draft|Create)/ })
  await create.click()
  await expect(second).toHaveAccessibleDescription('This is the address of an earlier signer')
  await second.fill(bo.email)
  await expectAccessible(page)
  await create.click()

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'To' })).toHaveValue(ada.email)
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue(/Ada Finch/)
  await dialog.getByRole('button', { name: 'Send and email' }).click()

  /** Opens the link in their newest email, enters the code and signs. */
  const sign = async ({ name, email }: typeof ada) => {
    const links = () => mail.secrets('portal', email, 'link')
    await expect.poll(links, { timeout: 30_000 }).not.toEqual([])
    const portal = await openLink(browser, service.url, `${service.url}/portal#link=${links().at(-1)}`)
    const list = portal.getByRole('region', { name: 'Signers' })
    await expect(list.getByText('Signs next')).toBeVisible()
    await portal.getByRole('button', { name: 'Sign', exact: true }).click()
    const code = portal.getByRole('dialog', { name: 'Confirm that it’s you' })
    await expect(code.getByText(/We’ve emailed a code/)).toBeVisible()
    await code.getByLabel('Code').fill(mail.code(email))
    await portal.keyboard.press('Enter')
    const question = portal.getByRole('dialog', { name: 'Sign this contract?' })
    await question.getByRole('textbox', { name: /full name/ }).fill(name)
    await question.getByRole('button', { name: 'Sign contract' }).click()
    await expect(portal.getByRole('region', { name: 'Signed' }).getByText(name)).toBeVisible()
    return portal
  }

  const about = page.getByRole('complementary', { name: 'About' }).getByRole('region', { name: 'Signers' })
  await expect(about.getByRole('listitem').first()).toContainText('Signs next')
  const first = await sign(ada)
  await expect(first.getByText(/It’s the turn of Bo Lindqvist to sign/)).toBeVisible()
  await expect(first.getByRole('button', { name: 'Sign', exact: true })).toBeHidden()
  await expectAccessible(first)
  await first.context().close()

  await expect(about.getByRole('listitem').first()).toContainText('Signed')
  await expect(about.getByRole('listitem').last()).toContainText('Signs next')
  const last = await sign(bo)
  await expect(last.getByRole('region', { name: 'Signed' })).toHaveCount(2)
  await last.context().close()
  await expect(page.getByRole('region', { name: 'Signed by' })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Countersign' })).toBeVisible()
  for (const { email } of [ada, bo])
    await expect
      .poll(() => mail.texts(email).join('\n'), { timeout: 30_000 })
      .toContain('has been signed by Ada Finch, Bo Lindqvist')
})

test('a contract that was being written before there were signers is resumed and saved', async ({ page }) => {
  await signIn(page)
  const customer = await demoCustomer(page)
  await page.goto(`/contracts/new?customer=${customer}`)
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('From an earlier version')
  const stripped = () =>
    page.evaluate(async () => {
      const result = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error('no result')))
        })
      let count = 0
      for (const { name } of await indexedDB.databases()) {
        const database = await result(indexedDB.open(name ?? ''))
        for (const store of database.objectStoreNames) {
          const rows = database.transaction(store, 'readwrite').objectStore(store)
          for (const key of await result(rows.getAllKeys())) {
            const kept = (await result(rows.get(key))) as {
              text?: { base: { values: object }; values: { title?: string } }
            }
            if (kept.text?.values.title !== 'From an earlier version') continue
            for (const values of [kept.text.base.values, kept.text.values])
              if (Reflect.has(values, 'signers') && Reflect.deleteProperty(values, 'signers')) count += 1
            await result(rows.put(kept, key))
          }
        }
        database.close()
      }
      return count
    })
  await expect.poll(stripped).toBe(2)
  await page.reload()
  await page.getByRole('button', { name: 'Resume draft' }).click()
  await expect(title).toHaveValue('From an earlier version')
  const signers = page.getByRole('region', { name: 'Signers' })
  await signers.getByRole('button', { name: 'Add signer' }).click()
  await page.keyboard.type(ada.name)
  await signers.getByRole('textbox', { name: 'Email, signer 1' }).fill(ada.email)
  await page.getByRole('button', { name: /^(Save draft|Create)/ }).click()
  await expect(page.getByRole('complementary', { name: 'About' }).getByText(ada.email)).toBeVisible()
})
