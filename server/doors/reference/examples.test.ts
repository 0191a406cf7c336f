import { expect, test } from 'vitest'

import { startWithAccount } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { customerParts, encodeForm } from '#server/tools/testing/service.ts'

import { descriptions } from './document.ts'

const { service, account } = await startWithAccount()

/** The photo of the example. */
const photo = (await customerParts()).find(([name]) => name === 'profile_photo_path')?.[1] as File

/** Sends the example of an operation. The ids in it stand for records, so they become those of records that exist. */
async function send({ endpoint, example }: (typeof descriptions)[number]) {
  const { method, path, surface, record } = endpoint
  const id = record === null ? 0 : await addRecord(service.context, account.id, endpoint)
  const query = new URLSearchParams(
    Object.entries(example.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const headers = {
    authorization: `Bearer ${surface === 'v1' ? account.token : account.key}`,
    ...(surface === 'v1' && { accept: 'application/json' }),
  }
  const url = `${path.replace(':id', String(id))}${query.size > 0 ? `?${query}` : ''}`
  if (endpoint.bodyType === 'multipart') {
    const parts = Object.entries(example.body ?? {}).map(([name, value]): [string, string | File] =>
      name === 'profile_photo_path' ? [name, new File([photo], String(value))] : [name, String(value)],
    )
    const form = await encodeForm(parts)
    return service.app.inject({
      method,
      url,
      headers: { ...headers, 'content-type': form.contentType },
      payload: form.payload,
    })
  }
  const body =
    example.body && 'customers' in example.body ? { customers: [await addCustomer()] } : example.body
  return service.app.inject({ method, url, headers, ...(body && { payload: body }) })
}

const addCustomer = () => addRecord(service.context, account.id, { record: 'customers', path: '' })

test.each(descriptions)('the example of $endpoint.method $endpoint.path works', async (description) => {
  const answer = await send(description)
  expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([
    description.endpoint.status,
    expect.any(String),
  ])
  const { response } = description.example
  expect(answer.body === '' ? undefined : Object.keys(answer.json())).toEqual(
    response && Object.keys(response),
  )
})
