import type { DeletedCustomer } from '#contract/customer-trash.ts'

/** First and last name. */
export const deletedName = ({ name, last_name }: DeletedCustomer): string => `${name} ${last_name}`.trim()
