import { numberText } from './locale.ts'

/** Returns a count with its noun: `1 invoice`, `1,204 invoices`. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`
