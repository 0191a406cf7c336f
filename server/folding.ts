/** Text as it is searched and sorted by: without accents and case, so that "muller" finds "Müller". */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
