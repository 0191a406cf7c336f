/** Returns the list with the item at another place, at its ends at the most. */
export function movedTo<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from]
  if (item === undefined) return items
  return items.toSpliced(from, 1).toSpliced(Math.max(0, to), 0, item)
}
