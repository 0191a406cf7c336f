import { ActionIcon, Stack, Text, TextInput } from '@mantine/core'
import { IconMinus, IconPlus, IconX } from '@tabler/icons-react'
import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { services } from '#api/services.ts'
import { session } from '#api/session.ts'
import type { Service } from '#contract/services/services.ts'
import { CopyButton } from '#kit/copy-button.tsx'
import { type Decimal, digits, minus, plus, typedDecimal } from '#lib/decimal.ts'
import { money, netPriceText, rateText } from '#lib/money.ts'

import { type QuoteTax, quote, quoteText } from './-quote.ts'
import { ServiceSelect } from './-service-select.tsx'

import classes from './-price-calculator.module.css'

interface Line {
  readonly service: Service
  /** The quantity as typed. */
  readonly text: string
}

/** The price of quantities of services, before tax and with it, ready to be copied into an email. */
export function PriceCalculator({ service }: { service: Service }) {
  const [picked, setLines] = useState<readonly Line[]>([{ service, text: '1' }])
  const { currency } = service
  const lines = useCurrent(picked, service)
  const quoted = lines.flatMap(({ service: one, text }) => {
    const quantity = typedDecimal(text)
    return quantity ? [{ service: one, quantity }] : []
  })
  const isWhole = quoted.length === lines.length
  const { net, taxes, gross } = quote(quoted)
  const say = (amount: Decimal) => (isWhole ? money(amount, currency) : '–')
  const setText = (id: number, text: string) =>
    setLines((old) => old.map((line) => (line.service.id === id ? { ...line, text } : line)))
  return (
    <Stack gap="sm">
      <ul className={classes['lines']} aria-label="Lines">
        {lines.map((line, index) => (
          <li key={line.service.id}>
            <div className={classes['what']}>
              <span dir="auto">{line.service.name}</span>
              <Text span size="xs" c="dimmed">
                {netPriceText(line.service)}
              </Text>
            </div>
            <QuantityInput
              label={index === 0 ? 'Quantity' : `Quantity of ${line.service.name}`}
              text={line.text}
              unit={line.service.unit}
              onText={(text) => setText(line.service.id, text)}
            />
            {index > 0 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${line.service.name}`}
                onClick={() => setLines((old) => old.filter((one) => one.service.id !== line.service.id))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      <ServiceSelect
        label="Add a service"
        placeholder={`Add another service in ${currency}…`}
        allows={(one) => one.currency === currency && lines.every((line) => line.service.id !== one.id)}
        onService={(one) => setLines((old) => [...old, { service: one, text: '1' }])}
      />
      <dl className={classes['sums']} aria-live="polite">
        <div>
          <dt>Net</dt>
          <dd>{say(net)}</dd>
        </div>
        {isWhole && taxes.map((tax) => <Tax key={tax.rate} tax={tax} currency={currency} />)}
        <div className={classes['gross']}>
          <dt>Total</dt>
          <dd>{say(gross)}</dd>
        </div>
      </dl>
      {isWhole && (
        <div>
          <CopyButton label="Copy as text" text={quoteText(quoted)} />
        </div>
      )}
    </Stack>
  )
}

/** The lines with what their services are by now; without those that have another currency by now. */
function useCurrent(lines: readonly Line[], first: Service): Line[] {
  const { data: current } = useSuspenseQuery(session.current())
  const others = useQueries({
    queries: lines.slice(1).map(({ service }) => ({
      ...services.one(service.id, current.features),
      placeholderData: service,
      // Without it, each would be looked for in the whole list.
      enabled: current.features.records,
    })),
  })
  return lines
    .map((line, index) => ({
      ...line,
      service: index === 0 ? first : (others[index - 1]?.data ?? line.service),
    }))
    .filter(({ service }) => service.currency === first.currency)
}

function Tax({ tax: { rate, amount, half }, currency }: { tax: QuoteTax; currency: string }) {
  return (
    <div>
      <dt>
        Tax, {rateText(rate)}
        {half && (
          <Text span size="xs" c="dimmed" display="block">
            Exactly {money(half, currency)}, rounded up
          </Text>
        )}
      </dt>
      <dd>{money(amount, currency)}</dd>
    </div>
  )
}

interface QuantityProps {
  label?: string
  /** Visible beside it; otherwise the label is for screen readers alone. */
  isNamed?: boolean
  text: string
  onText: (text: string) => void
  unit?: string
}

const one: Decimal = { units: 1n, scale: 0 }

/** A quantity to calculate with, as a decimal that people type. */
export function QuantityInput({
  label = 'Quantity',
  isNamed = false,
  text,
  onText,
  unit = '',
}: QuantityProps) {
  const quantity = typedDecimal(text)
  const less = quantity && minus(quantity, one)
  return (
    <div className={classes['quantity']}>
      {isNamed && (
        <Text span size="sm" me={4} className={classes['unit']} aria-hidden>
          {label}
        </Text>
      )}
      <ActionIcon
        variant="default"
        aria-label={`One less: ${label}`}
        disabled={!less || less.units < 0n}
        onClick={() => less && onText(digits(less))}
      >
        <IconMinus size={14} aria-hidden />
      </ActionIcon>
      <TextInput
        aria-label={label}
        inputMode="decimal"
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        error={quantity ? undefined : 'Enter a quantity, like 3 or 1.5'}
        classNames={{ input: classes['number'] ?? '' }}
      />
      <ActionIcon
        variant="default"
        aria-label={`One more: ${label}`}
        disabled={!quantity}
        onClick={() => quantity && onText(digits(plus(quantity, one)))}
      >
        <IconPlus size={14} aria-hidden />
      </ActionIcon>
      {unit !== '' && (
        <Text span size="sm" c="dimmed" className={classes['unit']}>
          {unit}
        </Text>
      )}
    </div>
  )
}
