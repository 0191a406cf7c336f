import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'

import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'

import { everyToken, FileHousekeeping } from '#server/platform/files/housekeeping.ts'
import { storedPath } from '#server/tools/testing/data-dir.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { type FormPart, type TestAccount, encodeForm } from '#server/tools/testing/service.ts'

type Headers = Record<string, string>

const { service } = await startWithAccount()
let accounts = 0
let account: TestAccount
let person: Headers

beforeEach(async () => {
  accounts += 1
  account = await service.account(`Photos ${accounts}`, { rateLimit: 1_000_000 })
  person = await service.session(account.id, 'viewer')
})

const drawn = (width: number, height: number, background = '#115e59') =>
  sharp({ create: { width, height, channels: 3, background } })
const fileOf = (bytes: Buffer, name = 'me.png') => new File([new Uint8Array(bytes)], name)
const upload = async (parts: readonly FormPart[], more: Headers = {}, as = person) => {
  const { contentType, payload } = await encodeForm(parts)
  return service.app.inject({
    method: 'PUT',
    url: '/api/x/profile/photo',
    headers: { ...as, ...more, 'content-type': contentType },
    payload,
  })
}
const uploadImage = async (bytes: Buffer, as = person) => {
  const answer = await upload([['photo', fileOf(bytes)]], {}, as)
  expect(answer.json().error).toBeUndefined()
  return answer.json().data.photo as string
}
const remove = () => service.send('DELETE', '/api/x/profile/photo', person)
const fetchFile = (url: string, headers: Headers = person) => service.app.inject({ url, headers })
const statusFor = async (url: string, headers: Headers) => (await fetchFile(url, headers)).statusCode
const me = async (headers = person) =>
  (await service.send('GET', '/api/x/session', headers)).json().data.user as {
    id: number
    photo: string | null
  }
const pathOf = (url: string, size?: number) => storedPath(service.dataDir, url.split('/')[2] ?? '', size)
const small = () => drawn(40, 30).png().toBuffer()

describe('an uploaded photo', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'as %s is drawn anew as a square and served safely',
    async (format) => {
      const path = await uploadImage(await drawn(300, 100).toFormat(format).toBuffer())
      expect((await me()).photo).toBe(path)
      for (const [query, side] of [
        ['', 512],
        ['?size=64', 64],
        ['?size=256', 256],
      ] as const) {
        const { statusCode, headers, rawPayload } = await fetchFile(path + query)
        expect(statusCode).toBe(200)
        expect(headers).toMatchObject({
          'content-type': 'image/webp',
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'private, no-cache',
        })
        expect(await sharp(rawPayload).metadata()).toMatchObject({
          format: 'webp',
          width: side,
          height: side,
        })
      }
    },
  )

  test('has nothing of what came with it, such as the place where it was taken', async () => {
    const photo = await drawn(60, 60)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Secret place' } })
      .toBuffer()
    const { rawPayload } = await fetchFile(await uploadImage(photo))
    expect(photo.includes('Secret place')).toBe(true)
    expect(rawPayload.includes('Secret place')).toBe(false)
  })

  test.each([
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'The photo must be a PNG, JPEG, WebP or GIF image',
    ],
    ['nothing', Buffer.alloc(0), 'The photo is empty'],
    [
      'a torn image',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      'The photo can’t be read as an image',
    ],
    ['too much', Buffer.alloc(5 * 1024 * 1024 + 1, 1), 'The photo is larger than 5 MB'],
  ])('that is %s is refused at its field, and the photo before stays', async (_what, bytes, message) => {
    const before = await uploadImage(await small())
    const answer = await upload([['photo', fileOf(bytes)]])
    expect([answer.statusCode, answer.json().error.details]).toEqual([422, { photo: message }])
    expect((await me()).photo).toBe(before)
    expect(await statusFor(before, person)).toBe(200)
  })

  test('is asked for', async () => {
    expect((await upload([])).json().error.details).toEqual({ photo: 'Choose an image' })
    expect((await upload([['other', 'x']])).statusCode).toBe(422)
  })

  test('is stored once by a request that is repeated because its response was lost', async () => {
    const bytes = await small()
    const once = { 'idempotency-key': 'once' }
    const first = await upload([['photo', fileOf(bytes)]], once)
    const again = await upload([['photo', fileOf(bytes)]], once)
    expect(first.statusCode).toBe(200)
    expect(again.json()).toEqual(first.json())
    expect(await statusFor(first.json().data.photo, person)).toBe(200)
  })

  test('isn’t taken from another site or from a key', async () => {
    const parts: FormPart[] = [['photo', fileOf(await small())]]
    expect((await upload(parts, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    const key = await upload(parts, {}, { authorization: `Bearer ${account.key}` })
    expect(key.statusCode).toBe(401)
  })
})

describe('a photo is seen', () => {
  test('by colleagues, who find it in the list of people, and by nobody else', async () => {
    const owner = await service.session(account.id, 'owner')
    const stranger = await service.session((await service.account(`Strangers ${accounts}`)).id, 'owner')
    const path = await uploadImage(await small())
    const members = (await service.send('GET', '/api/x/members', owner)).json().data as {
      user_id: number
      photo: string | null
    }[]
    const { id } = await me()
    expect(new Map(members.map(({ user_id, photo }) => [user_id, photo]))).toEqual(
      new Map([
        [id, path],
        [(await me(owner)).id, null],
      ]),
    )
    for (const url of [path, `${path}?size=64`]) {
      expect(await statusFor(url, person)).toBe(200)
      expect(await statusFor(url, owner)).toBe(200)
      expect(await statusFor(url, stranger)).toBe(404)
      expect(await statusFor(url, {})).toBe(404)
      expect(await statusFor(url, { authorization: `Bearer ${account.key}` })).toBe(404)
    }
    const { etag } = (await fetchFile(path)).headers
    expect(await statusFor(path, { ...person, 'if-none-match': String(etag) })).toBe(304)
    expect(await statusFor(path, { ...stranger, 'if-none-match': String(etag) })).toBe(404)
  })

  test('no longer by someone who was taken out of the account', async () => {
    const owner = await service.session(account.id, 'owner')
    const leaver = await service.session(account.id, 'staff')
    const path = await uploadImage(await small())
    expect(await statusFor(path, leaver)).toBe(200)
    const leaverId = (await me(leaver)).id
    const members = (await service.send('GET', '/api/x/members', owner)).json().data as {
      id: number
      user_id: number
    }[]
    const { id } = members.find(({ user_id }) => user_id === leaverId)!
    expect((await service.send('DELETE', `/api/x/members/${id}`, owner)).statusCode).toBe(204)
    expect(await statusFor(path, leaver)).toBe(404)
  })

  test('only with the second factor, where the account that is shared requires one', async () => {
    const colleague = await service.session(account.id, 'staff')
    const path = await uploadImage(await small())
    expect(await statusFor(path, colleague)).toBe(200)
    await account.tenant.setRequiresTwoFactor(true)
    expect(await statusFor(path, colleague)).toBe(404)
    expect(await statusFor(path, person)).toBe(200)
  })
})

describe('a photo that is replaced or removed', () => {
  test('is gone with its file and thumbnails, and the audit log says so', async () => {
    const first = await uploadImage(await small())
    await fetchFile(`${first}?size=64`)
    const second = await uploadImage(await drawn(40, 40, '#991b1b').png().toBuffer())
    expect(second).not.toBe(first)
    expect(await statusFor(first, person)).toBe(404)
    expect([existsSync(pathOf(first)), existsSync(pathOf(first, 64))]).toEqual([false, false])
    expect((await remove()).json()).toEqual({ data: { photo: null } })
    expect((await me()).photo).toBeNull()
    expect(await statusFor(second, person)).toBe(404)
    expect(existsSync(pathOf(second))).toBe(false)
    // Harmless without one, and nothing to record.
    expect((await remove()).statusCode).toBe(200)
    const entries = await account.tenant
      .select('audit_log')
      .select(['action', 'changes'])
      .where('action', 'like', 'profile.%')
      .orderBy('id')
      .execute()
    expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
      ['profile.photo_changed', null],
      ['profile.photo_changed', null],
      ['profile.photo_removed', null],
    ])
  })

  test('leaves one photo, whichever of several at once comes last', async () => {
    const images = await Promise.all(
      ['#115e59', '#991b1b', '#1e3a8a'].map((color) => drawn(20, 20, color).png().toBuffer()),
    )
    const paths = await Promise.all(images.map((bytes) => uploadImage(bytes)))
    const { photo } = await me()
    expect(paths).toContain(photo)
    expect(paths.filter((path) => existsSync(pathOf(path)))).toEqual([photo])
  })
})

describe('the file of a photo', () => {
  const sweep = () => new FileHousekeeping(service.context, Date.now()).run(Date.now() + 3 * 60 * 60_000)
  const age = (path: string) => utimes(pathOf(path), new Date(0), new Date(0))

  test('is known to backups and never swept while somebody has it', async () => {
    const path = await uploadImage(await small())
    await age(path)
    expect(await everyToken(service.context.store.db)).toContain(path.split('/')[2])
    await sweep()
    expect(await statusFor(path, person)).toBe(200)
  })

  test('is swept once the person is in no account any more', async () => {
    const path = await uploadImage(await small())
    // So that it isn’t most of the files, which would stop the sweep.
    const colleague = await service.session(account.id, 'staff')
    const others = [await uploadImage(await small(), colleague)]
    for (const file of [path, ...others]) await age(file)
    const { id } = await me()
    await account.tenant.delete('memberships').where('user_id', '=', id).execute()
    await sweep()
    expect(existsSync(pathOf(path))).toBe(false)
    expect(await everyToken(service.context.store.db)).not.toContain(path.split('/')[2])
    expect(await statusFor(others[0] ?? '', colleague)).toBe(200)
  })
})
