/** The column that each sort reads. */
export const columns = {
  id: 'id',
  name: 'name_key',
  last_name: 'last_name_key',
  email: 'email_key',
  company_name: 'company_name_key',
} as const

export type Column = (typeof columns)[keyof typeof columns]
