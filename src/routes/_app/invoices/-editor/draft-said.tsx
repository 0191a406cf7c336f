import { TextInput } from '@mantine/core'

import { type DraftForm, type DraftPath, type DraftSaid, hasUntaxed, saidIn } from '#api/invoice-draft.ts'
import { type ExemptionCategory, exemptionCategories } from '#contract/invoices/exemptions.ts'
import { longestInvoice } from '#contract/invoices/limits.ts'
import { DateInput } from '#kit/date-input.tsx'
import { TextLink } from '#kit/link.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { exemptionNames } from '#parts/lines/exemption-names.ts'

import classes from '#parts/lines/editor.module.css'

interface Props {
  form: Pick<DraftForm, 'customer' | 'lines' | 'said'>
  problems: ReadonlyMap<DraftPath, string>
  /** The reference in the customer’s billing details. */
  usualReference: string
  onSaid: (said: DraftSaid) => void
}

/** What the customer calls it, when it was delivered, and why lines aren’t taxed where some aren’t. */
export function DraftSaidCard({ form, problems, usualReference, onSaid }: Props) {
  const { customer } = form
  const said = saidIn(form)
  const { reference, from, to, exemption, reason } = said
  const set = (values: Partial<DraftSaid>) => onSaid({ ...said, ...values })
  const problem = problems.get('delivered')
  return (
    <SectionCard
      title="Reference and delivery"
      actions={
        customer && (
          <TextLink to="/customers/$id/billing" params={{ id: String(customer.id) }} size="sm">
            Customer’s billing details
          </TextLink>
        )
      }
    >
      <div className={classes.said}>
        <TextInput
          label="Customer’s reference"
          placeholder={usualReference}
          dir="auto"
          autoComplete="off"
          maxLength={longestInvoice.reference}
          value={reference}
          error={problems.get('reference')}
          onChange={({ currentTarget }) => set({ reference: currentTarget.value })}
        />
        <DateInput
          label="Delivered"
          value={from}
          error={from === '' ? problem : undefined}
          onDay={(day) => set({ from: day })}
        />
        <DateInput
          label="Until, for a period"
          value={to}
          error={from === '' ? undefined : problem}
          onDay={(day) => set({ to: day })}
        />
        {(hasUntaxed(form) || exemption !== '') && (
          <>
            <Select
              label="Why lines at 0% aren’t taxed"
              data={[
                { value: '', label: 'Not stated' },
                ...exemptionCategories.map((value) => ({ value, label: exemptionNames[value] })),
              ]}
              value={exemption}
              error={problems.get('exemption')}
              onChange={({ currentTarget: { value } }) =>
                set({ exemption: value as ExemptionCategory | '', ...(value === '' && { reason: '' }) })
              }
            />
            {exemption !== '' && exemption !== 'Z' && (
              <TextInput
                label="Reason in your own words"
                placeholder="The usual words"
                dir="auto"
                autoComplete="off"
                maxLength={longestInvoice.exemptionReason}
                value={reason}
                onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
              />
            )}
          </>
        )}
      </div>
    </SectionCard>
  )
}
