import { Alert, Button, Checkbox, Group, List, Progress, Text } from '@mantine/core'
import {
  type DefaultError,
  type QueryClient,
  type UseMutationOptions,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import type { ApiError } from '#api/errors.ts'
import { invoiceEmails } from '#api/invoice-emails.ts'
import { invoiceWrites } from '#api/invoice-writes.ts'
import { invoices, versionOf } from '#api/invoices.ts'
import { sendDraft } from '#api/send-invoice.ts'
import { session } from '#api/session.ts'
import { templates } from '#api/templates.ts'
import type { Session } from '#contract/access/session.ts'
import { type EmailTexts, usualTemplate } from '#contract/account/templates.ts'
import type { EmailInput } from '#contract/invoices/emails.ts'
import type { Invoice, PaymentMethod } from '#contract/invoices/invoices.ts'
import { type DocumentLook, standardLook } from '#contract/invoices/looks.ts'
import { DateInput } from '#kit/date-input.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { toast } from '#kit/toast.ts'
import { useToday } from '#kit/today.ts'
import { newKey } from '#lib/new-key.ts'
import { pluralize } from '#lib/pluralize.ts'
import { emailDraft } from '#parts/emails/email-draft.ts'
import { PaymentMethodSelect } from '#parts/invoices/payment-method-select.tsx'

import { type BulkKind, type Selected, applicable, bulkKinds } from './bulk-kinds.ts'

interface Props {
  kind: BulkKind
  selection: ReadonlyMap<number, Selected>
  onDone: () => void
  onClose: () => void
}

/** Does the same with each selected invoice that it can be done with, and says which failed and why. */
export function BulkDialog({ kind, selection, onDone, onClose }: Props) {
  const words = bulkKinds[kind]
  const { data: current } = useSuspenseQuery(session.current())
  const [ids] = useState(() => applicable(kind, selection))
  const today = useToday()
  const [day, setDay] = useState(today)
  const [method, setMethod] = useState<PaymentMethod>('bank_transfer')
  const [isEmailed, setEmailed] = useState(current.features.email)
  const { done, failed, isRunning, run, stop } = useWork(ids)
  const left = ids.length - done.size
  const work: Work =
    kind === 'pay' ? { kind, paid_on: day, method } : { kind, isEmailed: kind === 'remind' || isEmailed }
  const submit = () =>
    void run(work).then((isComplete) => {
      if (!isComplete) return
      onDone()
      onClose()
      void toast.success(`${pluralize(ids.length, 'invoice')} ${words.done}`)
    })
  return (
    <FormDialog
      title={words.title(pluralize(ids.length, 'invoice'))}
      action={failed.size > 0 ? `Try ${left} again` : words.button}
      focus="action"
      isDisabled={kind === 'pay' && day === ''}
      request={{ isPending: isRunning, isInFlight: () => isRunning, error: null }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{words.hint}</Text>
      {selection.size > ids.length && (
        <Text size="sm" c="dimmed">
          {pluralize(selection.size - ids.length, 'selected invoice')} left out: {words.others}.
        </Text>
      )}
      {kind === 'pay' && (
        <>
          <DateInput
            label="Paid on"
            max={today}
            value={day}
            onDay={setDay}
            error={day === '' ? 'Enter a date' : undefined}
          />
          <PaymentMethodSelect method={method} onMethod={setMethod} />
        </>
      )}
      {kind === 'send' && current.features.email && (
        <Checkbox
          label="Email them to their customers"
          checked={isEmailed}
          onChange={({ currentTarget }) => setEmailed(currentTarget.checked)}
        />
      )}
      {isRunning && (
        <div>
          <Group justify="space-between" mb="xs">
            <Text size="sm" role="status">
              {words.running}… {done.size} of {ids.length}
            </Text>
            <Button size="compact-sm" variant="default" onClick={stop}>
              Stop
            </Button>
          </Group>
          <Progress value={(done.size / ids.length) * 100} size="xs" aria-label={words.running} />
        </div>
      )}
      {!isRunning && failed.size > 0 && (
        <Alert color="red" title={`${failed.size} of ${ids.length} failed`}>
          <List size="sm">
            {[...failed].map(([id, message]) => (
              <List.Item key={id}>
                <bdi>{selection.get(id)?.invoice_number}</bdi>: {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </FormDialog>
  )
}

/** Two at a time: others in the account have the same budget of requests. */
const atOnce = 2

/** Does something with each id until it has worked with all, or somebody stops it. What failed can be repeated. */
function useWork(ids: readonly number[]) {
  const client = useQueryClient()
  const { data: current } = useSuspenseQuery(session.current())
  const [worker] = useState(() => makeWorker(client, current))
  const [done, setDone] = useState<ReadonlySet<number>>(new Set())
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const isStopped = useRef(false)
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  /** Returns whether it has worked with all of them. */
  const run = async (work: Work): Promise<boolean> => {
    isStopped.current = false
    setRunning(true)
    const open = ids.filter((id) => !done.has(id))
    const problems = new Map<number, string>()
    let finished = done.size
    const next = async (): Promise<void> => {
      const id = isStopped.current ? undefined : open.shift()
      if (id === undefined) return
      try {
        await worker(work, id)
        finished += 1
        setDone((before) => new Set(before).add(id))
      } catch (error) {
        const { message, fields } = error as ApiError
        problems.set(id, Object.values(fields)[0] ?? message)
      }
      return next()
    }
    await Promise.all(Array.from({ length: atOnce }, next))
    setFailed(problems)
    setRunning(false)
    await client.invalidateQueries({ queryKey: invoices.all })
    return finished === ids.length
  }
  const stop = () => {
    isStopped.current = true
  }
  return { done, failed, isRunning, run, stop }
}

/** What is done with each invoice. */
type Work =
  | { readonly kind: 'send' | 'remind'; readonly isEmailed: boolean }
  | { readonly kind: 'pay'; readonly paid_on: string; readonly method: PaymentMethod }

/** An invoice as it was read first, and the key of what is done with it: both stay, so that nothing is done twice. */
interface Begun {
  readonly invoice: Invoice
  readonly key: string
}

/** Returns a function that does it with one invoice. It can be repeated until it has worked. */
function makeWorker(client: QueryClient, session: Session): (work: Work, id: number) => Promise<void> {
  const begun = new Map<number, Begun>()
  // The list is read again once, when all is done.
  const run = <Data, Input>(options: UseMutationOptions<Data, DefaultError, Input>, input: Input) =>
    client
      .getMutationCache()
      .build(client, { ...options, meta: {} })
      .execute(input)
  const begin = async (id: number): Promise<Begun> => {
    const known = begun.get(id)
    if (known) return known
    const invoice = await client.fetchQuery({ ...invoices.one(id, session.features), staleTime: 0 })
    const made = { invoice, key: newKey() }
    begun.set(id, made)
    return made
  }
  return async (work, id) => {
    const { invoice, key } = await begin(id)
    const version = versionOf({ version: invoice.version ?? 1 })
    switch (work.kind) {
      case 'pay': {
        const { paid_on, method } = work
        const amount = invoice.amount_due ?? invoice.total_amount
        const input = { kind: 'payment', amount, paid_on, method, reference: '', overpays: false } as const
        await run(invoiceWrites.recordPayment(id), { input, version, key })
        return
      }
      case 'remind':
        await run(invoiceEmails.send(id, 'reminder'), {
          email: await emailFor(client, session, 'reminder', invoice),
          key,
        })
        return
      case 'send': {
        const email = work.isEmailed
          ? { email: await emailFor(client, session, 'invoice', invoice) }
          : undefined
        await run(sendDraft(id), { key, version, ...email })
      }
    }
  }
}

/** The email by the default template, whose placeholders the service fills, or the usual one. */
async function emailFor(
  client: QueryClient,
  session: Session,
  kind: 'invoice' | 'reminder',
  invoice: Invoice,
): Promise<EmailInput> {
  const { to, ...usual } = emailDraft(kind, invoice, session)
  const texts = (await defaultTexts(client, kind, invoice.look)) ?? usual
  return { to: [to], subject: texts.subject, message: texts.message }
}

async function defaultTexts(
  client: QueryClient,
  kind: 'invoice' | 'reminder',
  { language }: DocumentLook = standardLook,
): Promise<EmailTexts | undefined> {
  // Read once for all of them.
  const fresh = { staleTime: 60_000 }
  const list = await client.fetchQuery({ ...templates.list(`${kind}_email`), ...fresh })
  const usual = usualTemplate(list, language)
  return usual && client.fetchQuery({ ...templates.one(usual.id), ...fresh })
}
