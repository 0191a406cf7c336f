import { type Server, type Socket, createServer } from 'node:net'

import { describe, expect, test } from 'vitest'

import { makeCertificate } from '#server/tools/testing/certificate.ts'
import { MailServer } from '#server/tools/testing/mail-server.ts'

import { decide, retryAfterMs } from './decide.ts'
import { type Mail, sendMail } from './transport.ts'

const from = 'billing@example.com'
const mail: Mail = {
  messageId: '<one@example.com>',
  fromName: 'Ødegård & Søn, "Bergen" <x@example.com>',
  replyTo: null,
  to: ['zoe@example.com'],
  subject: 'Invoice',
  text: 'Hello',
  date: new Date('2026-11-22T10:00:00Z'),
  attachments: [{ name: 'INV-1.pdf', bytes: Buffer.from('%PDF-'), mediaType: 'application/pdf' }],
}
const short = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300, dnsTimeout: 300 }
const problemOf = async (url: string, limits?: typeof short) => {
  const decision = decide(await sendMail({ url, from }, mail, limits), 1, 0)
  return decision.kind === 'retry' ? decision.problem : decision
}

/** Runs `work` with a server that does that with each connection. */
async function withSocketServer<Result>(
  onSocket: (socket: Socket) => void,
  work: (url: string) => Promise<Result>,
) {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  try {
    return await work(`smtp://127.0.0.1:${address.port}`)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

describe('a mail server that', () => {
  test('can’t be reached is tried again', async () => {
    const url = await withSocketServer(
      () => undefined,
      async (address) => address,
    )
    expect(await problemOf(url)).toBe('The mail server can’t be reached.')
  })

  test('never answers is given up in time', async () => {
    const problem = await withSocketServer(
      () => undefined,
      (url) => problemOf(url, short),
    )
    expect(problem).toBe('The mail server didn’t respond in time.')
  })

  test('falls silent in the middle is given up in time', async () => {
    const problem = await withSocketServer(
      (socket) => {
        socket.write('220 ready\r\n')
        socket.once('data', () => socket.write('250 hello\r\n'))
      },
      (url) => problemOf(url, short),
    )
    expect(problem).toBe('The mail server didn’t respond in time.')
  })

  test('has a certificate nobody vouches for gets no email, not even in the clear', async () => {
    const server = new MailServer({ ...(await makeCertificate()), disabledCommands: ['AUTH'] })
    const url = await server.listen()
    expect(await problemOf(url)).toBe('The mail server’s certificate isn’t trusted.')
    expect(server.received).toEqual([])
    await server.close()
  })

  test('rejects the sign-in is tried again, because that can be put right', async () => {
    const server = new MailServer({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => done(new Error('Wrong password')),
    })
    const url = (await server.listen()).replace('://', '://user:p%40ss@')
    expect(await problemOf(url)).toBe('The mail server rejected Bureau’s sign-in.')
    await server.close()
  })
})

test('a business name with commas, quotes and brackets stays one sender', async () => {
  const server = new MailServer()
  const url = await server.listen()
  expect(await sendMail({ url, from }, mail)).toEqual({ kind: 'sent', refused: [] })
  expect(server.received).toMatchObject([{ from, to: ['zoe@example.com'] }])
  await server.close()
})

test('the waits between attempts grow and end after less than three days', () => {
  expect(retryAfterMs.toSorted((a, b) => a - b)).toEqual(retryAfterMs)
  expect(retryAfterMs.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(3 * 86_400_000)
  const error = { code: 'ESOCKET', message: 'connect ECONNREFUSED' }
  const decisionAfter = (attempt: number) => decide({ kind: 'failed', error }, attempt, 1_000)
  expect(decisionAfter(1)).toMatchObject({ kind: 'retry', atMs: 61_000 })
  expect(decisionAfter(retryAfterMs.length + 1)).toMatchObject({ kind: 'failed' })
})
