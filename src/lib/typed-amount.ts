/** Returns a typed amount as the wire writes it, with a point; empty for none, undefined if it isn't one. */
export function decimalIn(typed: string): string | undefined {
  const text = typed.replaceAll(/[\s’']/g, '')
  if (text === '') return ''
  const isGrouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)
  const plain = isGrouped ? text.replaceAll(',', '') : text.replace(',', '.')
  return /^-?\d{1,15}(\.\d{1,8})?$/.test(plain) ? plain : undefined
}
