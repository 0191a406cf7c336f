import { ActionIcon, Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { bankPayments } from '#api/bank-payments.ts'
import { invoices } from '#api/invoices.ts'
import type { BankPayment } from '#contract/invoices/bank-payments.ts'
import { useAttempt } from '#kit/attempt.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { Money } from '#kit/money.tsx'
import { toast } from '#kit/toast.ts'
import { decimalOf, digits, minus, zero } from '#lib/decimal.ts'
import { newKey } from '#lib/new-key.ts'
import { decimalIn } from '#lib/typed-amount.ts'

import { type ChosenInvoice, InvoiceSelect } from './invoice-select.tsx'

import classes from './bank.module.css'

/** An invoice that gets some of the payment. */
interface Part {
  readonly key: string
  readonly invoice: ChosenInvoice | undefined
  /** As it is typed; until then, what is due or left. */
  readonly typed: string | undefined
  /** Whether more than is due is meant. */
  readonly overpays: boolean
}

const newPart = (invoice?: ChosenInvoice): Part => ({
  key: newKey(),
  invoice,
  typed: undefined,
  overpays: false,
})

/** A part with what is due of its invoice, once that is known, and what it gets. */
interface Given extends Part {
  readonly due: number | undefined
  /** Undefined where the text isn’t an amount. */
  readonly amount: number | undefined
}

/** Which invoices a payment pays: as suggested, until somebody changes it. */
export function MatchForm({ payment }: { payment: BankPayment }) {
  const { id, currency, amount_left } = payment
  const navigate = useNavigate()
  const [parts, setParts] = useState<readonly Part[]>(suggestedParts(payment))
  const [wasSent, setSent] = useState(false)
  const { given, left } = useGiven(payment, parts)
  const request = useAttempt({
    ...bankPayments.record(id),
    // With the mutation, not the call: the page leaves the form out as soon as nothing is left.
    onSuccess: ({ state }) => {
      void toast.success('Payment recorded')
      if (state === 'recorded') void navigate({ to: '/invoices/bank' })
      else setParts([newPart()])
      setSent(false)
    },
  })
  const isOver = left.units < 0n
  const save = () => {
    setSent(true)
    if (isOver || given.some((part) => problemOf(part) !== undefined)) return
    request.mutate({
      payments: given.map(({ invoice, amount = 0, overpays }) => ({
        invoice_id: invoice?.id ?? 0,
        amount,
        overpays,
      })),
    })
  }
  const fields = request.error?.fields ?? {}
  const known = parts.flatMap((_part, index) => [`payments.${index}.amount`, `payments.${index}.invoice_id`])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {given.map((part, index) => (
        <PartInputs
          key={part.key}
          part={part}
          number={parts.length > 1 ? index + 1 : undefined}
          currency={currency}
          problem={wasSent ? problemOf(part) : undefined}
          refused={{
            invoice: fields[`payments.${index}.invoice_id`],
            amount: fields[`payments.${index}.amount`],
          }}
          onChange={(next) =>
            setParts((all) => all.map((one) => (one.key === part.key ? { ...one, ...next } : one)))
          }
          onRemove={() => setParts((all) => all.filter(({ key }) => key !== part.key))}
        />
      ))}
      <Group justify="space-between" mt="sm">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setParts([...parts, newPart()])}
        >
          Add invoice
        </Button>
        {isOver ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            <Money amount={minus(zero, left)} currency={currency} /> more than was received
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            <Money amount={left} currency={currency} /> of <Money amount={amount_left} currency={currency} />{' '}
            left
          </Text>
        )}
      </Group>
      <InlineProblem error={request.error} known={known} />
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={request.isPending}>
          Record payment
        </Button>
      </Group>
    </form>
  )
}

const suggestedParts = ({ suggestion }: BankPayment): readonly Part[] =>
  suggestion?.invoices.map(({ invoice_id, invoice_number, customer_name }) =>
    newPart({ id: invoice_id, label: `${invoice_number}, ${customer_name}` }),
  ) ?? [newPart()]

/** The parts with what is due of their invoices; until that is read, as it was suggested. */
function useGiven({ amount_left, suggestion }: BankPayment, parts: readonly Part[]) {
  const ids = parts.flatMap(({ invoice }) => (invoice ? [invoice.id] : []))
  const { data: balances } = useQuery({
    ...invoices.balances(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const dues = parts.map(({ invoice }) => {
    const suggested = suggestion?.invoices.find(({ invoice_id }) => invoice_id === invoice?.id)
    return invoice && (balances?.get(invoice.id) ?? suggested?.amount_due)
  })
  return shared(parts, dues, amount_left)
}

/** What each invoice gets: as typed, or else what is due of it, as far as something is left. */
function shared(parts: readonly Part[], dues: readonly (number | undefined)[], received: number) {
  let left = decimalOf(received)
  const given = parts.map((part, index): Given => {
    const due = dues[index]
    const amount =
      part.typed === undefined ? Math.min(due ?? 0, Math.max(Number(digits(left)), 0)) : numberIn(part.typed)
    left = minus(left, decimalOf(amount ?? 0))
    return { ...part, due, amount }
  })
  return { given, left }
}

function numberIn(typed: string): number | undefined {
  const decimal = decimalIn(typed)
  return decimal === undefined || decimal === '' ? undefined : Number(decimal)
}

const isTooMuch = ({ amount = 0, due = amount }: Given) => amount > due

function problemOf(part: Given): 'invoice' | 'amount' | 'overpays' | undefined {
  if (!part.invoice) return 'invoice'
  if (part.amount === undefined || part.amount <= 0) return 'amount'
  return isTooMuch(part) && !part.overpays ? 'overpays' : undefined
}

interface PartProps {
  part: Given
  /** Where there are several. */
  number: number | undefined
  currency: string
  problem: ReturnType<typeof problemOf>
  /** What the service said. */
  refused: { readonly invoice: string | undefined; readonly amount: string | undefined }
  onChange: (next: Partial<Part>) => void
  onRemove: () => void
}

function PartInputs({ part, number, currency, problem, refused, onChange, onRemove }: PartProps) {
  const { invoice, due, amount, typed } = part
  const suffix = number === undefined ? '' : ` ${number}`
  return (
    <div className={classes.part} role="group" aria-label={`Invoice${suffix}`}>
      <InvoiceSelect
        label={`Invoice${suffix}`}
        currency={currency}
        chosen={invoice}
        error={refused.invoice ?? (problem === 'invoice' ? 'Choose an invoice' : undefined)}
        onInvoice={(next) => onChange({ invoice: next })}
      />
      <TextInput
        label={`Amount${suffix} (${currency})`}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? (amount === 0 ? '' : String(amount))}
        error={refused.amount ?? (problem === 'amount' ? 'Enter an amount like 120.50' : undefined)}
        onChange={({ currentTarget: { value } }) => onChange({ typed: value, overpays: false })}
      />
      {number !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          mt={24}
          aria-label={`Remove invoice ${number}`}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
      {due !== undefined && due !== amount && (
        <Text size="sm" c="dimmed" className={classes.wide ?? ''}>
          <Money amount={due} currency={currency} /> is due.
        </Text>
      )}
      {isTooMuch(part) && (
        <Checkbox
          className={classes.wide ?? ''}
          checked={part.overpays}
          error={problem === 'overpays'}
          label={
            <>
              The customer paid{' '}
              <Money amount={minus(decimalOf(amount ?? 0), decimalOf(due ?? 0))} currency={currency} /> too
              much. Record it as an amount to refund.
            </>
          }
          onChange={({ currentTarget: { checked } }) => onChange({ overpays: checked })}
        />
      )}
    </div>
  )
}
