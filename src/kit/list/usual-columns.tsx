import { Money } from '#kit/money.tsx'
import { money } from '#lib/money.ts'

import type { ListColumn } from './columns.tsx'

type Options = Omit<ListColumn<never>, 'id' | 'label' | 'text' | 'cell' | 'align'>

/** A column that shows a text of the row as it is. */
export const textColumn = <Name extends string>(
  id: Name,
  label: string,
  options: Options = {},
): ListColumn<Readonly<Record<Name, string | null>>> => ({
  id,
  label,
  text: (row) => row[id] ?? '',
  ...options,
})

/** A column of amounts in the currency of each row. */
export const amountColumn = <Name extends string>(
  id: Name,
  label: string,
  options: Options = {},
): ListColumn<Readonly<Record<Name, number>> & { readonly currency: string }> => ({
  id,
  label,
  text: (row) => money(row[id], row.currency),
  cell: (row) => <Money amount={row[id]} currency={row.currency} />,
  align: 'end',
  ...options,
})
