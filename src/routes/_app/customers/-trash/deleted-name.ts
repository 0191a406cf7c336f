import type { DeletedCustomer } from '#contract/customers/trash.ts'

/** First and last name. */
export const deletedName = ({ name, last_name }: DeletedCustomer): string => `${name} ${last_name}`.trim()

/** Whom a customer was merged into; empty for one that was deleted. */
export const mergedText = ({
  merged_into,
  merged_into_name,
}: Pick<DeletedCustomer, 'merged_into' | 'merged_into_name'>): string =>
  merged_into === null ? '' : `merged into ${merged_into_name ?? 'another customer'}`
