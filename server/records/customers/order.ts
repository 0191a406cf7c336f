/** The column that each sort reads. */
export const columns = {
  id: 'id',
  name: 'name_key',
  last_name: 'last_name_key',
  email: 'email_key',
  company_name: 'company_name_key',
} as const

/** A column of `customers` that the list can be sorted by. */
export type Column = (typeof columns)[keyof typeof columns]
