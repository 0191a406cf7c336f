import { randomUUID } from 'node:crypto'

import { generate } from 'selfsigned'

import { dayMs } from '#contract/values/durations.ts'

/** A self-signed certificate and its key; both PEM. For receivers in tests and benchmarks. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

const yearMs = 365 * dayMs

/** Creates a self-signed certificate for 127.0.0.1 and `names`, valid until `until`. */
export async function makeCertificate(
  names: readonly string[] = ['localhost'],
  until = new Date(Date.now() + dayMs),
): Promise<Certificate> {
  // Of several trusted certificates with one name, OpenSSL takes the first.
  const subject = [{ name: 'commonName', value: `Bureau test receiver ${randomUUID()}` }]
  const { cert, private: key } = await generate(subject, {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(until.getTime() - yearMs),
    notAfterDate: until,
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [{ type: 7, ip: '127.0.0.1' }, ...names.map((value) => ({ type: 2, value }) as const)],
      },
    ],
  })
  return { cert, key }
}
