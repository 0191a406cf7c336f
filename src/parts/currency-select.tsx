import { currencyCodes } from '#contract/values/currencies.ts'
import { SearchSelect } from '#kit/search-select.tsx'

interface Props {
  label?: string
  /** Offered even if it is none that is known here. */
  value: string
  onCurrency: (currency: string) => void
  error?: string | undefined
}

/** The currency of lines. There is always one. */
export const CurrencySelect = ({ label = 'Currency', value, onCurrency, error }: Props) => (
  <SearchSelect
    label={label}
    openOnFocus={false}
    selectFirstOptionOnChange
    allowDeselect={false}
    data={currencyCodes.includes(value) ? currencyCodes : [value, ...currencyCodes]}
    value={value}
    onChange={(currency) => currency !== null && onCurrency(currency)}
    nothingFoundMessage="No matching currency"
    error={error}
  />
)
