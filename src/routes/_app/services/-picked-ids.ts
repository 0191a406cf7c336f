/** The most services that can be compared side by side. */
export const mostPicked = 4

/** The ids that a URL names, joined by commas: whole numbers, each once, as many as can be compared unless given. */
export function pickedIds(text: string, most: number = mostPicked): readonly number[] {
  const ids = text.split(',').filter((id) => /^[1-9]\d{0,14}$/.test(id))
  return [...new Set(ids.map(Number))].slice(0, most)
}

/** The same with those added or taken away, in the order in which they were picked. */
export function pick(
  text: string,
  ids: readonly number[],
  isPicked: boolean,
  most: number = mostPicked,
): string {
  const before = pickedIds(text, most)
  const after = isPicked ? [...new Set([...before, ...ids])] : before.filter((id) => !ids.includes(id))
  return after.slice(0, most).join(',')
}
