import { type KeyObject, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A certificate that vouches for itself, and its key; both PEM. For receivers in tests and benchmarks. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/**
 * Makes a self-signed certificate for 127.0.0.1 and `names`, valid until `until`. Node reads certificates but makes
 * none, so this writes the few fields of X.509 (RFC 5280) itself.
 */
export function makeCertificate(
  names: readonly string[] = ['localhost'],
  until = new Date(Date.now() + 86_400_000),
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const der = signed(body(names, until, publicKey), privateKey)
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

const tag = { integer: 2, bits: 3, octets: 4, oid: 6, text: 12, time: 24, sequence: 0x30, set: 0x31 } as const

function der(kind: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([kind, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]) => der(tag.sequence, ...parts)
const oid = (hex: string) => der(tag.oid, Buffer.from(hex, 'hex'))
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))

const time = (date: Date) =>
  der(tag.time, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))

function body(names: readonly string[], until: Date, publicKey: KeyObject): Buffer {
  const commonName = sequence(oid('550403'), der(tag.text, Buffer.from('Bureau test receiver')))
  const name = sequence(der(tag.set, commonName))
  const loopback = der(0x87, Buffer.from([127, 0, 0, 1]))
  const alternatives = sequence(loopback, ...names.map((name) => der(0x82, Buffer.from(name))))
  const subjectAltName = sequence(oid('551d11'), der(tag.octets, alternatives))
  return sequence(
    der(0xa0, der(tag.integer, Buffer.from([2]))),
    der(tag.integer, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(until.getTime() - 365 * 86_400_000)), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAltName)),
  )
}

function signed(content: Buffer, key: KeyObject): Buffer {
  const signature = sign('sha256', content, key)
  return sequence(content, ecdsaWithSha256, der(tag.bits, Buffer.from([0]), signature))
}
