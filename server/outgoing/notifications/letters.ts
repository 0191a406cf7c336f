import { linkedAccount } from '#contract/access/session.ts'
import { verbOf } from '#contract/account/act-words.ts'
import type { NotificationKind } from '#contract/account/notification-kinds.ts'
import type { CustomerAct, OverdueDigest } from '#contract/account/notifications.ts'
import { dayText, moneyText, numberText } from '#server/platform/lib/formats.ts'
import { toMinor } from '#server/platform/lib/money.ts'
import type { Shown } from '#server/platform/smtp/html.ts'

/** The subject of a notification's email. */
export interface Subject {
  readonly webhook: { readonly id: number; readonly name: string | null; readonly url: string } | null
  readonly overdue: OverdueDigest | null
  readonly act: CustomerAct | null
}

type Letter = Pick<Shown, 'subject' | 'message' | 'action'>

/** Returns what the email says; undefined where what it's about is gone. */
export function letterOf(
  kind: NotificationKind,
  { webhook, overdue, act }: Subject,
  { id, name }: Account,
  publicUrl: string,
): Shown | undefined {
  // Someone with several accounts may be in another one when they open the link.
  const linkTo: LinkTo = (path) => {
    const url = new URL(path, publicUrl)
    url.searchParams.set(linkedAccount, String(id))
    return url.href
  }
  const letter = webhook
    ? webhookLetter(kind, webhook, name, linkTo)
    : overdue
      ? digestLetter(overdue, name, linkTo)
      : act && actLetter(act, name, linkTo)
  if (!letter) return undefined
  const more = `Choose what Bureau emails you: ${linkTo('/settings/notifications')}`
  return { ...letter, language: 'en', business: name, logo: undefined, more }
}

/** Whose notification it is. */
interface Account {
  readonly id: number
  readonly name: string
}

/** Returns the address of that page of the dashboard, in the account that the email is about. */
type LinkTo = (path: string) => string

function webhookLetter(
  kind: NotificationKind,
  { id, name, url }: NonNullable<Subject['webhook']>,
  account: string,
  linkTo: LinkTo,
): Letter {
  const where = `${name === null ? '' : `${name}\n`}${url}`
  const action = { label: 'View webhook', url: linkTo(`/webhooks/${id}`) }
  const title = name ?? URL.parse(url)?.host ?? url
  if (kind === 'webhook.disabled')
    return {
      subject: `Webhook disabled: ${title}`,
      action,
      message: `A webhook of ${account} was disabled because its endpoint kept failing or asked for it:

${where}

It receives no more events, and what was waiting for it was discarded. Once the endpoint works again, enable the webhook.`,
    }
  return {
    subject: `Webhook failing: ${title}`,
    action,
    message: `The endpoint of a webhook of ${account} is failing:

${where}

Bureau keeps retrying, and disables the webhook if it fails for five days. Its page shows the last attempts and their errors.`,
  }
}

function digestLetter({ count, totals, oldest }: OverdueDigest, account: string, linkTo: LinkTo): Letter {
  const invoices = count === 1 ? '1 overdue invoice' : `${numberText(count)} overdue invoices`
  const amount = (value: number, currency: string) => moneyText(toMinor(value, currency), currency)
  const lines = oldest.map(
    ({ id, invoice_number, customer_name, currency, amount_due, due_date }) =>
      `${invoice_number}, ${customer_name}: ${amount(amount_due, currency)}, due ${dayText(due_date)}
${linkTo(`/invoices/${id}`)}`,
  )
  const sums = totals.map((total) => amount(total.amount, total.currency)).join(' and ')
  return {
    subject: `${invoices}: ${sums}`,
    action: { label: 'View overdue invoices', url: linkTo('/invoices?status=overdue') },
    message: `${account} has ${invoices}, ${sums} in total.

${count > oldest.length ? 'Due first:\n\n' : ''}${lines.join('\n\n')}`,
  }
}

function actLetter(
  { record, id, title, what, customer_name, signed_as, note }: CustomerAct,
  account: string,
  linkTo: LinkTo,
): Letter {
  const verb = verbOf(what)
  const name = signed_as === null ? customer_name : `${customer_name} (as ${signed_as})`
  return {
    subject: `${customer_name} ${verb} ${title}`,
    action: { label: `View ${record}`, url: linkTo(`/${record}s/${id}`) },
    message: `${name} ${verb} the ${record} “${title}” ${record === 'meeting' ? 'with' : 'from'} ${account}.${note === '' ? '' : `\n\nTheir note:\n${note}`}`,
  }
}
