import { Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'

import { customers } from '#api/customers.ts'
import { type StoredBilling, longestBilling } from '#contract/customers/billing.ts'
import { invoiceLanguages } from '#contract/invoices/looks.ts'
import { Columns } from '#kit/columns.tsx'
import { bind } from '#kit/form.tsx'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { currencyChoices } from '#lib/currencies.ts'
import { languageNames } from '#parts/invoices/language-names.ts'
import { termsText, usualTerms } from '#parts/payment-terms.ts'
import type { FormProps } from '#parts/records/record-kind.ts'

import { type BillingValues, reminderChoices } from './billing-values.ts'

const FormText = bind(TextInput)
const FormSelect = bind(Select)

/** The page on which a customer’s billing details are edited. */
export function BillingForm({ editor, page, start }: FormProps<BillingValues, StoredBilling>) {
  const { control } = editor.form
  const { data: customer } = useQuery({ ...customers.one(start?.id ?? 0), enabled: start !== undefined })
  const [currency, days] = useWatch({ control, name: ['currency', 'payment_days'] })
  const terms = [...new Set([...usualTerms, ...(days === '' ? [] : [Number(days)])])].toSorted(
    (a, b) => a - b,
  )
  return (
    <RecordForm
      {...page}
      subtitle={
        customer ? (
          <bdi>{customer.business_information.company_name || `${customer.name} ${customer.last_name}`}</bdi>
        ) : null
      }
      editor={editor}
    >
      <OnInvoices control={control} />
      <WhereInvoicesGo control={control} />
      <SectionCard title="New invoices start with">
        <Columns>
          <FormSelect
            control={control}
            name="currency"
            label="Currency"
            data={[{ value: '', label: 'Company default' }, ...currencyChoices(currency)]}
          />
          <FormSelect
            control={control}
            name="payment_days"
            label="Payment terms"
            data={[
              { value: '', label: 'Company default' },
              ...terms.map((value) => ({ value: String(value), label: termsText(value) })),
            ]}
          />
        </Columns>
      </SectionCard>
    </RecordForm>
  )
}

interface SectionProps {
  control: Control<BillingValues>
}

const OnInvoices = ({ control }: SectionProps) => (
  <SectionCard
    title="On invoices"
    description="Drafts use these details. Invoices that were already sent don’t change."
  >
    <Stack gap="md">
      <FormSelect
        control={control}
        name="language"
        label="Language"
        description="Of invoices, credit notes and the emails about them."
        data={[
          { value: '', label: 'As their invoice template says' },
          ...invoiceLanguages.map((value) => ({ value, label: languageNames[value] })),
        ]}
      />
      <FormText
        control={control}
        name="tax_number"
        label="Tax number"
        description="With the code of the country if it’s a VAT number, like DE123456789."
        autoComplete="off"
        maxLength={longestBilling.taxNumber}
      />
      <FormText
        control={control}
        name="reference"
        label="Reference"
        description="What their bookkeeping asks for, such as an order number or a Leitweg-ID. You can change it on each invoice."
        dir="auto"
        autoComplete="off"
        maxLength={longestBilling.reference}
      />
    </Stack>
  </SectionCard>
)

const WhereInvoicesGo = ({ control }: SectionProps) => (
  <SectionCard title="Where invoices go">
    <Stack gap="md">
      <FormText
        control={control}
        name="email"
        label="Email for invoices"
        description="Instead of the customer’s own address."
        type="email"
        autoComplete="off"
        maxLength={254}
      />
      <FormText
        control={control}
        name="electronic_address"
        label="Electronic address"
        description="Scheme and address in the Peppol network, like 0204:04011000-12345-34. Empty for the one of their VAT number."
        autoComplete="off"
        spellCheck={false}
        maxLength={longestBilling.electronicAddress}
      />
      <FormSelect
        control={control}
        name="automatic_reminders"
        label="Reminders"
        description="Which ones there are, and when they’re sent, is in Settings → Templates."
        data={reminderChoices}
      />
    </Stack>
  </SectionCard>
)
