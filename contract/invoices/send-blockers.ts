interface Draft {
  readonly line_items: readonly { readonly kind: string; readonly description: string }[]
  readonly total_amount: number
  /** Days until the invoice is due, counted from its issue; null with a due date of its own. */
  readonly payment_days: number | null
  readonly due_date: string
}

/** What keeps a draft from being sent; `item` is the index among its items. */
export type SendBlocker =
  | { readonly kind: 'no items' | 'negative total' | 'due date passed' }
  | { readonly kind: 'blank item'; readonly item: number }

/** Returns what keeps the draft from being sent on that day. */
export function sendBlockersOf(
  { line_items, total_amount, payment_days, due_date }: Draft,
  today: string,
): SendBlocker[] {
  const items = line_items.filter(({ kind }) => kind === 'item')
  const blank = items.flatMap(({ description }, item) =>
    description.trim() === '' ? [{ kind: 'blank item' as const, item }] : [],
  )
  return [
    ...(items.length === 0 ? [{ kind: 'no items' as const }] : []),
    ...blank,
    ...(total_amount < 0 ? [{ kind: 'negative total' as const }] : []),
    ...(payment_days === null && due_date < today ? [{ kind: 'due date passed' as const }] : []),
  ]
}
