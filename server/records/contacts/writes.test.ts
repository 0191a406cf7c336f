import { describe, expect, test } from 'vitest'

import { type Contact, createContact, showContact } from '#contract/customers/contacts.ts'
import { showCustomer } from '#contract/customers/customers.ts'
import { sampleOf } from '#server/outgoing/delivery/samples.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { customerParts, encodeForm } from '#server/tools/testing/service.ts'

const { service, account, staff, viewer } = await startOffice()
const { tenant } = account

const person = {
  name: 'Zoë',
  last_name: 'Ødegård',
  email: 'zoe@example.com',
  phone: '+47 900 00 000',
  company_name: 'Ødegård AS',
  customer_id: null,
} as const
const ask = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  headers: Record<string, string> = {},
) => service.send(method, `/api/x/contacts${path}`, { ...staff, ...headers }, payload)
const add = async (more: object = {}, headers = {}) => {
  const answer = await ask('POST', '', { ...person, ...more }, headers)
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
  return createContact.response.parse(answer.json()).data
}
const update = (id: number, version: number, body: object, headers = {}) =>
  ask('PUT', `/${id}`, body, { 'if-match': `"${version}"`, ...headers })
const newCustomer = () => addRecord(service.context, account.id, showCustomer)
const events = async (id: number) => {
  const rows = await tenant.select('event_log').select(['type', 'body']).orderBy('id').execute()
  return rows
    .filter(({ type }) => type.startsWith('contact.'))
    .map(({ type, body }) => ({ type, data: (JSON.parse(body) as { data: Contact }).data }))
    .filter(({ data }) => data.id === id)
}
const historyOf = async (customer: number) => {
  const headers = { authorization: `Bearer ${account.key}` }
  const answer = await service.app.inject({ url: `/api/customers/${customer}`, headers })
  return showCustomer.response.parse(answer.json()).data.activity_log
}

describe('a new contact', () => {
  test('is listed, searched and shown with its version, and its event has the fields of the sample', async () => {
    const contact = await add({ name: '  Zoë ', company_name: 'Fjord & Co' })
    expect(contact).toMatchObject({ ...person, company_name: 'Fjord & Co' })
    const shown = await ask('GET', `/${contact.id}`)
    expect(showContact.response.parse(shown.json()).data).toEqual(contact)
    expect(shown.headers.etag).toBe('"1"')
    const list = await service.app.inject({ url: '/api/v1/contacts?search=fjord', headers: staff })
    expect(list.json().data).toEqual([contact])
    expect(await events(contact.id)).toEqual([{ type: 'contact.created', data: contact }])
    expect(Object.keys(contact).toSorted()).toEqual(
      Object.keys(sampleOf('contact.created') as object).toSorted(),
    )
  })

  test('needs only a first name', async () => {
    const answer = await ask('POST', '', { name: 'Bo' })
    expect(answer.json().data).toMatchObject({
      name: 'Bo',
      last_name: '',
      email: '',
      phone: '',
      company_name: null,
      customer_id: null,
    })
  })

  test('of a customer is one of several, and part of its history', async () => {
    const customer = await newCustomer()
    const first = await add({ customer_id: customer })
    const second = await add({ customer_id: customer, name: 'Bo', last_name: '' })
    const list = await service.app.inject({
      url: `/api/v1/contacts?customer_id=${customer}&sort=id`,
      headers: staff,
    })
    expect(list.json().data).toEqual([first, second])
    expect((await historyOf(customer)).map(({ id: _id, created_at: _at, ...entry }) => entry)).toEqual([
      {
        description: 'Contact added',
        event: 'contact_created',
        subject_id: second.id,
        subject_type: 'contact',
        subject_title: 'Bo',
        caused_by: 'Robin',
      },
      expect.objectContaining({ subject_title: 'Zoë Ødegård' }),
    ])
  })

  test('sent twice with one Idempotency-Key is added once', async () => {
    const key = { 'idempotency-key': 'add-once' }
    const [first, second] = [await add({ name: 'Once' }, key), await add({ name: 'Once' }, key)]
    expect(second).toEqual(first)
    expect((await ask('POST', '', { ...person, name: 'Other' }, key)).statusCode).toBe(422)
  })

  test.each([
    [{ name: ' ' }, { name: 'Enter a first name' }],
    [{ email: 'nobody' }, { email: 'Enter an email address, like name@example.com' }],
    [{ phone: '1\n2' }, { phone: 'Remove hidden characters, such as line breaks' }],
    [{ last_name: 'x'.repeat(201) }, { last_name: 'Use at most 200 characters' }],
    [{ customer_id: 999_999 }, { customer_id: 'This customer doesn’t exist. Choose another one.' }],
    [{ customer_id: 'x' }, { customer_id: 'customer_id must be the id of a customer or null' }],
  ])('%j is refused on its field', async (more, details) => {
    const answer = await ask('POST', '', { ...person, ...more })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details).toEqual(details)
  })

  test('can’t belong to a customer of another account', async () => {
    const other = await service.account('Theirs')
    const customer_id = await addRecord(service.context, other.id, showCustomer)
    const answer = await ask('POST', '', { ...person, customer_id })
    expect(answer.statusCode).toBe(422)
  })
})

describe('an edited contact', () => {
  test('has a new version, an event, and an entry with what changed in the history of its customers', async () => {
    const [from, to] = [await newCustomer(), await newCustomer()]
    const contact = await add({ customer_id: from })
    const body = { ...person, phone: '+47 911', customer_id: to }
    const answer = await update(contact.id, 1, body)
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"2"'])
    const { data } = answer.json() as { data: Contact }
    expect(data).toMatchObject({ id: contact.id, ...body, created_at: contact.created_at })
    expect((await events(contact.id)).at(-1)).toEqual({ type: 'contact.updated', data })
    for (const customer of [from, to])
      expect((await historyOf(customer))[0]).toMatchObject({
        description: 'Contact updated',
        subject_type: 'contact',
        subject_id: contact.id,
      })
    const { changes, actor_id } = await tenant
      .select('activity_log')
      .select(['changes', 'actor_id'])
      .where('customer_id', '=', to)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(changes ?? '')).toEqual({
      phone: { from: person.phone, to: '+47 911' },
      customer_id: { from, to },
    })
    expect(actor_id).toBeGreaterThan(0)
  })

  test('that stays as it was writes nothing', async () => {
    const contact = await add()
    const answer = await update(contact.id, 1, person)
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"1"'])
    expect(await events(contact.id)).toHaveLength(1)
  })

  test('is saved by one of ten people at once; the others get 412', async () => {
    const contact = await add()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => update(contact.id, 1, { ...person, name: `Zoë ${index}` })),
    )
    const codes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
    expect(codes).toEqual([200, ...Array.from({ length: 9 }, () => 412)])
    expect(await events(contact.id)).toHaveLength(2)
  })

  test('whose response was lost is saved once', async () => {
    const contact = await add()
    const send = () => update(contact.id, 1, { ...person, name: 'Again' }, { 'idempotency-key': 'edit-once' })
    const [first, second] = [await send(), await send()]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.json()).toEqual(first.json())
    expect(second.headers.etag).toBe('"2"')
  })

  test('needs a version', async () => {
    const contact = await add()
    expect((await ask('PUT', `/${contact.id}`, person)).statusCode).toBe(428)
  })

  test('with its customer’s own data follows the customer, and one that was changed doesn’t', async () => {
    const { contentType, payload } = await encodeForm(await customerParts('follow@example.com'))
    const created = await service.app.inject({
      method: 'POST',
      url: '/api/customers',
      headers: { ...staff, 'content-type': contentType },
      payload,
    })
    const customer = created.json().data.id as number
    const contactsOf = async () =>
      (await service.app.inject({ url: `/api/v1/contacts?customer_id=${customer}`, headers: staff })).json()
        .data as Contact[]
    const [own] = await contactsOf()
    await add({ customer_id: customer, name: 'Colleague' })
    const edited = await update(own?.id ?? 0, 1, { ...own, email: 'private@example.com' })
    expect(edited.statusCode).toBe(200)
    const parts = (await customerParts('moved@example.com')).filter(([name]) => name !== 'profile_photo_path')
    const form = await encodeForm(parts)
    const saved = await service.app.inject({
      method: 'PUT',
      url: `/api/x/customers/${customer}`,
      headers: { ...staff, 'content-type': form.contentType, 'if-match': '"1"' },
      payload: form.payload,
    })
    expect(saved.statusCode).toBe(200)
    expect((await contactsOf()).map(({ email }) => email)).toEqual(['zoe@example.com', 'private@example.com'])
  })
})

test('a deleted contact is gone, with an event and an entry; its customer stays', async () => {
  const customer = await newCustomer()
  const contact = await add({ customer_id: customer })
  expect((await ask('DELETE', `/${contact.id}`)).statusCode).toBe(204)
  expect((await ask('GET', `/${contact.id}`)).statusCode).toBe(404)
  expect((await ask('DELETE', `/${contact.id}`)).statusCode).toBe(404)
  const { id, name, last_name, email, customer_id } = contact
  expect((await events(id)).at(-1)).toEqual({
    type: 'contact.deleted',
    data: { id, name, last_name, email, customer_id },
  })
  expect((await historyOf(customer))[0]).toMatchObject({ description: 'Contact deleted', subject_id: id })
})

describe('a contact that becomes a customer', () => {
  const convert = async (contact: number | string, headers = staff) => {
    const { contentType, payload } = await encodeForm(await customerParts('convert@example.com'))
    return service.app.inject({
      method: 'POST',
      url: `/api/customers?contact_id=${contact}`,
      headers: { ...headers, 'content-type': contentType },
      payload,
    })
  }

  test('is the customer’s contact, and no second one is made', async () => {
    const contact = await add({ phone: '' })
    const answer = await convert(contact.id)
    expect(answer.statusCode).toBe(201)
    const customer = answer.json().data.id as number
    const list = await service.app.inject({
      url: `/api/v1/contacts?customer_id=${customer}`,
      headers: staff,
    })
    expect(list.json().data).toEqual([
      {
        ...contact,
        customer_id: customer,
        email: 'convert@example.com',
        phone: '+47 900 00 000',
        updated_at: expect.any(String),
      },
    ])
    expect((await events(contact.id)).map(({ type }) => type)).toEqual(['contact.created', 'contact.updated'])
    const shown = await ask('GET', `/${contact.id}`)
    expect(shown.headers.etag).toBe('"2"')
  })

  test('can’t become a second one, and nothing is created', async () => {
    const contact = await add({ customer_id: await newCustomer() })
    const before = await service.app.inject({ url: '/api/customers?limit=1', headers: staff })
    for (const id of [contact.id, 999_999]) {
      const answer = await convert(id)
      expect([answer.statusCode, Object.keys(answer.json().error.details)]).toEqual([422, ['contact_id']])
    }
    expect((await convert('x')).statusCode).toBe(400)
    const after = await service.app.inject({ url: '/api/customers?limit=1', headers: staff })
    expect(after.json().meta.total).toBe(before.json().meta.total)
  })
})

test('who may only view contacts can’t write any', async () => {
  const contact = await add()
  for (const [method, path] of [
    ['POST', ''],
    ['PUT', `/${contact.id}`],
    ['DELETE', `/${contact.id}`],
  ] as const) {
    const answer = await ask(method, path, person, { ...viewer, 'if-match': '"1"' })
    expect([method, answer.statusCode]).toEqual([method, 403])
  }
  expect((await ask('GET', `/${contact.id}`, undefined, viewer)).statusCode).toBe(200)
})
