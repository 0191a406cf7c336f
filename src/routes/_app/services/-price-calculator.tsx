import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'

import type { Service } from '#contract/services.ts'
import { typedDecimal } from '#lib/decimal.ts'
import { money, rateText } from '#lib/money.ts'

import { quote } from './-quote.ts'

import classes from './-price-calculator.module.css'

/** What a quantity of it costs, before tax and with it. */
export function PriceCalculator({ service }: { service: Service }) {
  const [text, setText] = useState('1')
  const quantity = typedDecimal(text)
  const amounts = quantity && quote(service, quantity)
  const say = (amount: 'net' | 'tax' | 'gross') => (amounts ? money(amounts[amount], service.currency) : '–')
  return (
    <Stack gap="sm">
      <QuantityInput text={text} onText={setText} unit={service.unit} />
      <dl className={classes.sums} aria-live="polite">
        <div>
          <dt>Net</dt>
          <dd>{say('net')}</dd>
        </div>
        <div>
          <dt>Tax, {rateText(service.tax_rate)}</dt>
          <dd>{say('tax')}</dd>
        </div>
        <div className={classes.gross}>
          <dt>Gross</dt>
          <dd>{say('gross')}</dd>
        </div>
      </dl>
    </Stack>
  )
}

export function QuantityInput({
  text,
  onText,
  unit = '',
}: {
  text: string
  onText: (text: string) => void
  unit?: string
}) {
  return (
    <TextInput
      label="Quantity"
      inputMode="decimal"
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      error={typedDecimal(text) ? undefined : 'Enter a quantity, like 3 or 1.5'}
      w={180}
      rightSectionWidth={88}
      rightSection={
        <Text size="sm" c="dimmed" truncate maw={80}>
          {unit}
        </Text>
      }
    />
  )
}
