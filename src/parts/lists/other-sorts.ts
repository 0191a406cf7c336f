/** Orders by when a record was added, which belong to no column. */
export const entrySorts = { '-id': 'Recently added', id: 'First added' } as const

/** Orders of people that belong to no column: that of names is by first name. */
export const personSorts = {
  ...entrySorts,
  last_name: 'Last name, A to Z',
  '-last_name': 'Last name, Z to A',
} as const
