/** How many there are of something, as people say it: `1 invoice`, `1,204 invoices`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
