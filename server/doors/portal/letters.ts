import type { Context } from '#server/context.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { sendLetter } from '#server/platform/smtp/letter.ts'
import type { MailServer } from '#server/platform/smtp/transport.ts'

/** Throws 409 where the service can’t email, to a customer who asked for it. */
export function requireMailServer({ config }: Pick<Context, 'config'>): MailServer {
  if (!config.mail)
    throw new HttpError('CONFLICT', 'No email can be sent at the moment. Ask the sender for help.')
  return config.mail
}

/** Sends a letter to each, and returns the addresses without giving them away. Throws 409 if none could be sent. */
export async function sendToAll(
  server: MailServer,
  to: readonly string[],
  letter: { readonly fromName: string; readonly subject: string; readonly text: string },
): Promise<string[]> {
  const problems = await Promise.all(
    to.map((address) => sendLetter(server, { ...letter, to: address, replyTo: null })),
  )
  if (problems.every((problem) => problem !== null))
    throw new HttpError('CONFLICT', 'The email couldn’t be sent. Try again in a few minutes.')
  return to.map(masked)
}

/** `z•••@example.com`, which tells it to those who know the address. */
const masked = (address: string): string => address.replace(/^(.).*(@[^@]*)$/su, '$1•••$2')
