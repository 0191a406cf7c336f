import { type PaymentMethod, paymentMethods } from '#contract/invoices/invoices.ts'
import { Select } from '#kit/select.tsx'

import { paymentMethodWord } from './payment-method.ts'

interface Props {
  method: PaymentMethod
  onMethod: (method: PaymentMethod) => void
}

/** How something was paid. */
export const PaymentMethodSelect = ({ method, onMethod }: Props) => (
  <Select
    label="Method"
    data={paymentMethods.map((value) => ({ value, label: paymentMethodWord(value) }))}
    value={method}
    onChange={({ currentTarget }) => onMethod(currentTarget.value as PaymentMethod)}
  />
)
