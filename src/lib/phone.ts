/** A number with fewer digits probably can't be called. */
const fewestDigits = 5

/** Returns the digits of a phone number, for comparing and searching. */
export const phoneDigits = (phone: string): string => phone.normalize('NFKC').replace(/[^0-9]/g, '')

/** Returns the number as it is stored: no double spaces, ordinary digits, and `+` for the `00` of international calls. */
export function normalizePhone(typed: string): string {
  return typed
    .normalize('NFKC')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^00 ?(?=[1-9])/, '+')
}

/** Returns what is unusual about a phone number; undefined for an ordinary or an empty one. */
export function phoneWarning(typed: string): string | undefined {
  if (typed.trim() === '' || phoneDigits(typed).length >= fewestDigits) return undefined
  return 'This doesn’t look like a phone number.'
}

/** Returns the address that calls the number; undefined where there is nothing to call. */
export function telUrl(phone: string): string | undefined {
  const [, number = '', extension] =
    /^(.*?)(?:(?:ext\.?|extension|x)\s*([0-9]{1,8}))?$/i.exec(normalizePhone(phone)) ?? []
  // The zero in parentheses is only dialed from inside the country.
  const plus = number.startsWith('+')
  const digits = phoneDigits(plus ? number.replace('(0)', '') : number)
  if (digits === '') return undefined
  return `tel:${plus ? '+' : ''}${digits}${extension === undefined ? '' : `;ext=${extension}`}`
}
