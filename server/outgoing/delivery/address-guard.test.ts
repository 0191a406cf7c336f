import { once } from 'node:events'
import { type AddressInfo, type Server, createServer } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { AddressGuard, notAllowed } from './address-guard.ts'
import { Sender } from './sender.ts'
import { signingKey } from './sign.ts'

let canary: Server
let port: number
let connections = 0
const sender = new Sender(new AddressGuard([]))

beforeAll(async () => {
  // On every address of this machine, of both families.
  canary = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0)
  await once(canary, 'listening')
  port = (canary.address() as AddressInfo).port
})
afterAll(async () => {
  await sender.close()
  canary.close()
})

const attempt = (url: string, through = sender) =>
  through.attempt({
    eventId: 'evt_1',
    payload: '{}',
    isTest: false,
    url,
    method: 'POST',
    headers: {},
    secretHeaders: [],
    format: 'json',
    keys: [signingKey('whsec_AAAA')],
    timeoutMs: 5000,
  })

const vectors: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1', '127.0.0.2', '127.1.2.3', '127.255.255.254', '[::1]', '[0:0:0:0:0:0:0:1]'],
  'loopback in other spellings': [
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0x7F.0x0.0x0.0x1',
    '017700000001',
    '0177.0.0.1',
    '0177.1',
    '127.0.0.1.',
    '127.000.000.001',
    '0x7f.0.1',
    '%31%32%37.0.0.1',
    '１２７.０.０.１',
    '127。0。0。1',
    '①②⑦.0.0.1',
  ],
  unspecified: ['0.0.0.0', '0', '0x0', '00', '0.1.2.3', '[::]', '[0::0]'],
  private: [
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
    '0xa000001',
    '167772161',
    '012.0.0.1',
    '3232235777',
  ],
  'link-local and metadata': [
    '169.254.169.254',
    '169.254.0.1',
    '169.254.170.2',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '[fe80::1]',
    '[fe80::a9fe:a9fe]',
    '[fd00:ec2::254]',
    '[febf::1]',
  ],
  'shared, reserved and special': [
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '192.88.99.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
  ],
  'unique local, site-local and special IPv6': [
    '[fc00::1]',
    '[fdff::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[ff0e::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[2001:10::1]',
    '[2001:2::1]',
    '[5f00::1]',
    '[4000::1]',
  ],
  'IPv4 inside IPv6': [
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::10.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::7f00:1]',
    '[64:ff9b:1:ffff::10.0.0.1]',
    '[2002:7f00:1::]',
    '[2002:a00:1::1]',
    '[2002:c0a8:101::1]',
    '[2001:0:7f00:1::1]',
    '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  ],
  names: ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'a.b.localhost.', 'ⓛocalhost'],
}
const hosts = Object.entries(vectors).flatMap(([kind, some]) => some.map((host) => [kind, host] as const))

describe('no packet goes to', () => {
  test.each(hosts)('%s: %s', async (_kind, host) => {
    const { outcome } = await attempt(`https://${host}:${port}/`)
    expect(outcome).toEqual({ kind: 'failed', error: notAllowed })
    expect(connections).toBe(0)
  })

  test('anything without TLS', async () => {
    const { outcome } = await attempt(`http://127.0.0.1:${port}/`)
    expect(outcome).toEqual({ kind: 'failed', error: notAllowed })
    expect(connections).toBe(0)
  })

  test('a name with a single address that isn’t public', async () => {
    const mixed = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]
    const through = new Sender(new AddressGuard([], { resolve: mixed }))
    const { outcome } = await attempt(`https://hooks.example.com:${port}/`, through)
    await through.close()
    expect(outcome).toEqual({ kind: 'failed', error: notAllowed })
    expect(connections).toBe(0)
  })

  test('a name that resolves to a public address first and to a private one when connecting', async () => {
    let asked = 0
    const rebinding = async () => [{ address: asked++ === 0 ? '93.184.215.14' : '127.0.0.1', family: 4 }]
    const guard = new AddressGuard([], { resolve: rebinding })
    const lookup = () =>
      new Promise((resolve) => {
        guard.lookup('hooks.example.com', { all: true }, (error, found) => resolve(error?.message ?? found))
      })
    expect(await lookup()).toEqual([{ address: '93.184.215.14', family: 4 }])
    expect(await lookup()).toBe(notAllowed)
  })
})

test('at least 80 spellings of private addresses are tested', () => {
  expect(hosts.length).toBeGreaterThanOrEqual(80)
})

test('an allowed address is reached, which proves the silence above', async () => {
  const through = new Sender(new AddressGuard(['127.0.0.0/8']))
  const before = connections
  await attempt(`https://127.0.0.1:${port}/`, through)
  await attempt(`https://localhost:${port}/`, through)
  await through.close()
  expect(connections).toBe(before + 2)
  connections = 0
})

test.each([
  [['10.0.0.0/8'], '10.1.2.3', true],
  [['10.0.0.0/8'], '192.168.0.1', false],
  [['10.0.0.0/8'], '::ffff:10.1.2.3', false],
  [['fd00::/8'], 'fd12::1', true],
  [['fd00::/8', '10.0.0.0/24'], '10.0.1.1', false],
  [[], '93.184.215.14', true],
  [[], '2606:4700::1111', true],
  [[], 'example.com', false],
])('with %j open, %s is allowed: %s', (networks, address, expected) => {
  expect(new AddressGuard(networks).isAllowed(address)).toBe(expected)
})
