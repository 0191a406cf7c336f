import { minuteMs } from '#contract/values/durations.ts'

/** The outcome of one attempt to send an email. */
export type MailOutcome =
  | { readonly kind: 'sent'; readonly refused: readonly string[] }
  | { readonly kind: 'failed'; readonly error: MailError }

/** Nodemailer's error of a failed attempt. */
export interface MailError {
  /** Its own code, such as EAUTH. */
  readonly code?: string | undefined
  /** The last reply of the server, such as 550. */
  readonly responseCode?: number | undefined
  /** The SMTP command that failed, such as DATA. */
  readonly command?: string | undefined
  readonly message: string
}

export type MailDecision =
  | { readonly kind: 'sent'; readonly problem: string | null }
  | { readonly kind: 'retry'; readonly atMs: number; readonly problem: string }
  | { readonly kind: 'failed'; readonly problem: string }

/** The wait after each attempt that failed: greylisting passes within minutes, an outage may last days. */
export const retryAfterMs: readonly number[] = [1, 5, 15, 60, 180, 360, 720, 1_440].map(
  (minutes) => minutes * minuteMs,
)

/** The last attempt has no wait after it. */
export const mostAttempts = retryAfterMs.length + 1

/** Decides what follows the attempt of that number, the first being 1. Problems name no address and repeat no reply. */
export function decide(outcome: MailOutcome, attempt: number, nowMs: number): MailDecision {
  if (outcome.kind === 'sent') return { kind: 'sent', problem: refusedText(outcome.refused.length) }
  const { error } = outcome
  const problem = problemOf(error)
  const wait = isFinal(error) ? undefined : retryAfterMs[attempt - 1]
  return wait === undefined ? { kind: 'failed', problem } : { kind: 'retry', atMs: nowMs + wait, problem }
}

const refusedText = (count: number) =>
  count === 0
    ? null
    : `The mail server rejected ${count === 1 ? 'one of the recipients' : `${count} of the recipients`}.`

/**
 * A reply of 5xx to an address or to the message itself, or a text that no PDF can be made of; a refused sign-in is ours to put
 * right, and then it is sent.
 */
const isFinal = ({ code, responseCode = 0 }: MailError): boolean =>
  code === 'EPDFTEXT' || (responseCode >= 500 && code !== 'EAUTH' && responseCode !== 530)

function problemOf({ code, responseCode, message }: MailError): string {
  if (code === 'EAUTH' || responseCode === 530) return 'The mail server rejected Bureau’s sign-in.'
  if (responseCode !== undefined && responseCode >= 500)
    return code === 'EENVELOPE'
      ? `The mail server rejected the recipient (${responseCode}).`
      : `The mail server rejected the email (${responseCode}).`
  if (responseCode !== undefined && responseCode >= 400)
    return `The mail server asked to try again later (${responseCode}).`
  if (/certificate|self-signed/i.test(message)) return 'The mail server’s certificate isn’t trusted.'
  return (code !== undefined && problems[code]) || 'The mail server can’t be reached.'
}

const problems: Readonly<Record<string, string>> = {
  EDNS: 'The mail server’s name can’t be resolved.',
  ETIMEDOUT: 'The mail server didn’t respond in time.',
  EABORT: 'The mail server didn’t respond in time.',
  ETLS: 'The mail server offers no encrypted connection.',
  EPDFTEXT: 'The PDF couldn’t be created: the text is too long or its formatting too complex.',
  EPDF: 'The PDF couldn’t be created, or an attachment couldn’t be read.',
  EINTERRUPTED: 'Every attempt was interrupted.',
}
