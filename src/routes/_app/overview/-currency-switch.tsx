import { SegmentedControl } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'

import { Select } from '#kit/select.tsx'

const route = getRouteApi('/_app/overview/')

const mostSideBySide = 4

/** The currency of every figure on the page; amounts in different currencies are never added up. */
export function CurrencySwitch({ currencies, value }: { currencies: readonly string[]; value: string }) {
  const navigate = route.useNavigate()
  if (currencies.length < 2) return null
  const shared = { 'aria-label': 'Currency', data: [...currencies], value }
  const choose = (currency: string) =>
    void navigate({ search: { currency }, replace: true, resetScroll: false })
  return currencies.length > mostSideBySide ? (
    <Select {...shared} onChange={({ currentTarget }) => choose(currentTarget.value)} />
  ) : (
    <SegmentedControl {...shared} size="xs" onChange={choose} />
  )
}
