import type { DraftCustomer, DraftForm, DraftPath } from '#api/invoice-draft.ts'
import { DateInput } from '#kit/date-input.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { useToday } from '#kit/today.ts'
import { dayText } from '#lib/calendar.ts'
import { addDays } from '#lib/typed-date.ts'
import { CurrencySelect } from '#parts/currency-select.tsx'
import { CustomerPicker } from '#parts/customers/customer-picker.tsx'
import type { DraftAction } from '#parts/lines/draft-reducer.ts'
import { termsText, usualTerms } from '#parts/payment-terms.ts'

import classes from '#parts/lines/editor.module.css'

interface Props {
  form: Pick<DraftForm, 'customer' | 'currency' | 'paymentDays' | 'due'>
  problems: ReadonlyMap<DraftPath, string>
  /** Whether a due date can be chosen instead of terms. */
  hasDueDay?: boolean
  /** What choosing a customer does besides, such as taking their terms. */
  onCustomer?: (customer: DraftCustomer) => void
  dispatch: (action: DraftAction) => void
}

const chosenDay = 'day'

/** Whom the invoice is for, in which currency, and when it is to be paid. */
export function DraftHead({ form, problems, hasDueDay = true, dispatch, onCustomer }: Props) {
  const { customer, currency, paymentDays, due } = form
  const today = useToday()
  const set = (values: Partial<Omit<DraftForm, 'lines'>>) => dispatch({ kind: 'set', values })
  const terms = [...new Set([...usualTerms, ...(paymentDays === null ? [] : [paymentDays])])]
    .toSorted((a, b) => a - b)
    .map((days) => ({ value: String(days), label: termsText(days) }))
  return (
    <SectionCard title="Details">
      <div className={classes.head}>
        <CustomerPicker
          value={customer}
          error={problems.get('customer')}
          onCustomer={onCustomer ?? ((chosen) => set({ customer: chosen }))}
        />
        <CurrencySelect
          value={currency}
          onCurrency={(chosen) => set({ currency: chosen })}
          error={problems.get('currency')}
        />
        <Select
          label="Payment terms"
          data={[...terms, ...(hasDueDay ? [{ value: chosenDay, label: 'Specific date' }] : [])]}
          value={paymentDays === null ? chosenDay : String(paymentDays)}
          onChange={({ currentTarget: { value } }) =>
            value === chosenDay
              ? set({ paymentDays: null, due: addDays(today, paymentDays ?? 0) })
              : set({ paymentDays: Number(value), due: '' })
          }
          // What recurs isn't sent today.
          description={
            hasDueDay && paymentDays !== null && `Due ${dayText(addDays(today, paymentDays))} if sent today`
          }
          error={paymentDays === null ? undefined : problems.get('due')}
        />
        {paymentDays === null && (
          <DateInput
            label="Due date"
            value={due}
            error={problems.get('due')}
            onDay={(day) => set({ due: day })}
          />
        )}
      </div>
    </SectionCard>
  )
}
