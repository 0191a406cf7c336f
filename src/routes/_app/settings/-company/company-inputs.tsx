import { Stack, Text, TextInput, Textarea } from '@mantine/core'
import { type Control, useController, useWatch } from 'react-hook-form'

import { longestCompany } from '#contract/account/company.ts'
import {
  fiscalYearOf,
  isYearly,
  longestPattern,
  parseNumberPattern,
  writeNumber,
} from '#contract/invoices/number-pattern.ts'
import { Columns } from '#kit/columns.tsx'
import { bind } from '#kit/form.tsx'
import { useNow } from '#kit/now.ts'
import { SearchSelect } from '#kit/search-select.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { todayOf } from '#lib/calendar.ts'
import { currencyChoices } from '#lib/currencies.ts'
import { CountrySelect } from '#parts/country-select.tsx'
import { termsText, usualTerms } from '#parts/payment-terms.ts'

import type { CompanyValues } from './company-values.ts'
import { monthName } from './months.ts'
import { clockIn, zoneChoices } from './zones.ts'

const FormText = bind(TextInput)
const FormTextarea = bind(Textarea)
const FormSelect = bind(Select)

type Props = { control: Control<CompanyValues> }

const months = Array.from({ length: 12 }, (_month, index) => ({
  value: String(index + 1),
  label: monthName(index + 1),
}))

/** Who the company is. */
export const IdentityInputs = ({ control }: Props) => (
  <>
    <FormText
      control={control}
      name="name"
      label="Company name"
      required
      dir="auto"
      autoComplete="organization"
      maxLength={longestCompany.name}
    />
    <FormTextarea
      control={control}
      name="street"
      label="Address"
      description="Street and number, and what goes above them on an envelope."
      dir="auto"
      autoComplete="street-address"
      autosize
      minRows={1}
      maxRows={longestCompany.lines}
      maxLength={longestCompany.address}
    />
    <Columns>
      <FormText
        control={control}
        name="postal_code"
        label="Postal code"
        autoComplete="postal-code"
        maxLength={longestCompany.postalCode}
      />
      <FormText
        control={control}
        name="city"
        label="City"
        dir="auto"
        autoComplete="address-level2"
        maxLength={longestCompany.place}
      />
      <FormText
        control={control}
        name="state"
        label="State or region"
        dir="auto"
        autoComplete="address-level1"
        maxLength={longestCompany.place}
      />
      <CountrySelect control={control} name="country" label="Country" />
    </Columns>
    <FormText
      control={control}
      name="tax_number"
      label="Tax number"
      description="Such as your VAT, GST or EIN number."
      dir="auto"
      autoComplete="off"
      maxLength={longestCompany.taxNumber}
    />
    <Columns count={3}>
      <FormText
        control={control}
        name="contact_name"
        label="Contact for questions"
        dir="auto"
        autoComplete="off"
        maxLength={longestCompany.contact}
      />
      <FormText
        control={control}
        name="phone"
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={longestCompany.contact}
      />
      <FormText
        control={control}
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={longestCompany.contact}
      />
    </Columns>
  </>
)

/** Texts of invoices, defaults of new ones, and the time zone. `nextNumber` counts the next invoice. */
export function InvoiceInputs({ control, nextNumber }: Props & { nextNumber: number }) {
  return (
    <>
      <SectionCard
        title="On invoices"
        description="Drafts use these details. Invoices that were already sent don’t change."
      >
        <Stack gap="md">
          <FormTextarea
            control={control}
            name="bank_details"
            label="Bank details"
            description="Where customers pay: the bank, IBAN or account number, and BIC."
            dir="auto"
            autosize
            minRows={2}
            maxRows={longestCompany.lines}
            maxLength={longestCompany.bankDetails}
          />
          <FormText
            control={control}
            name="payment_link"
            label="Online payment"
            description={
              <>
                The address at which your payment provider takes payments, with {'{number}'}, {'{amount}'} and{' '}
                {'{currency}'} where those of the invoice belong.
              </>
            }
            type="url"
            placeholder="https://pay.example.com/{number}?amount={amount}"
            autoComplete="off"
            spellCheck={false}
            maxLength={longestCompany.paymentLink}
          />
          <FormTextarea
            control={control}
            name="invoice_footer"
            label="Footer"
            description="Small print below everything else on invoices and credit notes, such as your registration."
            dir="auto"
            autosize
            minRows={2}
            maxRows={10}
            maxLength={longestCompany.footer}
          />
        </Stack>
      </SectionCard>
      <SectionCard
        title="Defaults"
        description="What new invoices start with. You can change it on each one."
      >
        <DefaultInputs control={control} />
      </SectionCard>
      <SectionCard title="Invoice numbers">
        <NumberInputs control={control} nextNumber={nextNumber} />
      </SectionCard>
      <SectionCard title="Calendar">
        <Stack gap="md">
          <ZoneInput control={control} />
          <FormSelect
            control={control}
            name="fiscal_year_start"
            label="Fiscal year starts in"
            description="Invoice numbers contain the fiscal year, named after the year in which it ends."
            data={months}
          />
        </Stack>
      </SectionCard>
    </>
  )
}

function DefaultInputs({ control }: Props) {
  const [currency, days] = useWatch({ control, name: ['currency', 'payment_days'] })
  const terms = [...new Set([...usualTerms, Number(days)])].toSorted((a, b) => a - b)
  return (
    <Columns>
      <FormSelect
        control={control}
        name="payment_days"
        label="Payment terms"
        data={terms.map((value) => ({ value: String(value), label: termsText(value) }))}
      />
      <FormSelect control={control} name="currency" label="Currency" data={[...currencyChoices(currency)]} />
      <FormText
        control={control}
        name="tax_rate"
        label="Tax rate (%)"
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
      />
    </Columns>
  )
}

function NumberInputs({ control, nextNumber }: Props & { nextNumber: number }) {
  return (
    <Stack gap="md">
      <FormText
        control={control}
        name="number_pattern"
        label="Number format"
        description={
          <>
            {'{year}'} is the fiscal year and {'{number}'} counts up; {'{number:4}'} fills it up to four
            digits.
          </>
        }
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={longestPattern}
      />
      <NumberExample control={control} nextNumber={nextNumber} />
    </Stack>
  )
}

/** The number of the next invoice, and the effect of changing the format. */
function NumberExample({ control, nextNumber }: Props & { nextNumber: number }) {
  const [text, start, zone] = useWatch({
    control,
    name: ['number_pattern', 'fiscal_year_start', 'time_zone'],
  })
  const nowMs = useNow()
  const read = parseNumberPattern(text.trim())
  if ('problem' in read) return null
  const { pattern } = read
  const year = fiscalYearOf(todayOf(new Date(nowMs), zone), Number(start))
  const month = monthName(Number(start))
  return (
    <Text size="sm" c="dimmed" role="status">
      Example: <bdi>{writeNumber(pattern, year, nextNumber)}</bdi>.{' '}
      {isYearly(pattern)
        ? `Counting starts again at 1 each ${month}.`
        : 'Counting continues from year to year.'}{' '}
      A new format continues the current count, so no number is skipped or used twice.
    </Text>
  )
}

function ZoneInput({ control }: Props) {
  const { field, fieldState } = useController({ control, name: 'time_zone' })
  const clock = clockIn(field.value, useNow())
  return (
    <SearchSelect
      {...field}
      onChange={(value) => value !== null && field.onChange(value)}
      label="Time zone"
      description={
        clock === undefined
          ? 'Where your days begin and end.'
          : `It’s ${clock} there. Due dates, reminders and reports follow this clock for everyone.`
      }
      openOnFocus={false}
      selectFirstOptionOnChange
      allowDeselect={false}
      limit={100}
      data={[...zoneChoices(field.value)]}
      nothingFoundMessage="No matching time zone"
      error={fieldState.error?.message}
    />
  )
}
