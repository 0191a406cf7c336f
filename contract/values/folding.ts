// Letters that Unicode does not take apart, as people without them on the keyboard write them.
const alike: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

/**
 * Text as lists are searched and sorted by: without accents and case, so that "odegard" finds "Ødegård". By the service,
 * and in the dashboard where a service sends the whole list.
 */
export function fold(text: string): string {
  // Most text of a long list is plain, and needs none of what follows.
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđðþßæœı]/g, (letter) => alike[letter] ?? letter)
}

/** Returns the folded words of a search; every match contains all of them. */
export const searchTerms = (search: string): readonly string[] => fold(search).split(/\s+/).filter(Boolean)

/**
 * The terms of a search for people, which may be a phone number in any spelling: `+44 (0)7700-900141` looks for its
 * digits. Commas only separate, as in `Horvat, Ana`.
 */
export function contactSearchTerms(search: string): readonly string[] {
  const digits = search.replace('(0)', '').replace(/[^0-9]/g, '')
  const isPhone = /^[\s0-9+().\-/]+$/.test(search) && (digits.length >= 7 || /[+(]/.test(search))
  if (isPhone && digits !== '') return [digits.replace(/^0+(?=[0-9]{6})/, '')]
  return searchTerms(search.replaceAll(',', ' '))
}

/** Whether two names are the same but for case, accents and spaces. */
export const isSameName = (one: string, other: string): boolean =>
  searchTerms(one).join(' ') === searchTerms(other).join(' ')
