/** Orders by when a record was added, which belong to no column. */
export const entrySorts = { '-id': 'Recently added', id: 'First added' } as const
