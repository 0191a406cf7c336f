import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A message as the server took it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body as they were sent. */
  readonly source: string
}

/** A real SMTP server on a loopback port, which keeps what it accepts. */
export class MailServer {
  readonly received: ReceivedMail[] = []
  readonly #server: SMTPServer

  /** Without STARTTLS and sign-in unless the options say otherwise. */
  constructor(options: SMTPServerOptions = {}) {
    this.#server = new SMTPServer({
      logger: false,
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: async (stream, { envelope }, done) => {
        const source = await text(stream)
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        this.received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source })
        done()
      },
      ...options,
    })
    // A client that gives up resets the connection.
    this.#server.on('error', () => undefined)
  }

  /** Returns the address for `SMTP_URL`. */
  async listen(): Promise<string> {
    const server = this.#server.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** Returns what that address was sent, the oldest first, with its ASCII readable. */
  texts(address: string): string[] {
    return this.received
      .filter(({ to }) => to.includes(address))
      .map(({ source }) =>
        // Long lines are folded.
        source.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('\r\n', '\n'),
      )
  }

  /** Returns the HTML of the last email that address was sent. */
  html(address: string): string {
    const part = /Content-Type: text\/html[^]*?\r\n\r\n([^]*?)\r\n----_NmP/.exec(
      this.received.findLast(({ to }) => to.includes(address))?.source ?? '',
    )
    const bytes = (part?.[1] ?? '')
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8')
  }

  /** Returns the secrets of the links to that page which that address was sent, the oldest first. */
  secrets(page: string, address: string, name: 'token' | 'link' | 'invitation' = 'token'): string[] {
    return this.texts(address).flatMap(
      (text) => new RegExp(`/${page}#${name}=([\\w-]{43})(?![\\w-])`).exec(text)?.[1] ?? [],
    )
  }

  /** Returns the code that the newest email to that address has; empty without one. */
  code(address: string): string {
    return /^\d{6}$/m.exec(this.texts(address).at(-1) ?? '')?.[0] ?? ''
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve))
  }
}

/** An error that the server answers with that code. */
export const smtpError = (responseCode: number, message = 'No'): Error =>
  Object.assign(new Error(message), { responseCode })
