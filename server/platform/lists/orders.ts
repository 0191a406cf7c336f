export type Direction = 'asc' | 'desc'

/** The order of a list: the column it is sorted by, ties by id, and the direction of both. */
export interface Order<Column> {
  readonly column: Column
  readonly direction: Direction
}

/** Returns the order that a sort such as `-name` asks for. `columns` has the column that each name reads. */
export const orderOf = <Name extends string, Column>(
  columns: Readonly<Record<Name, Column>>,
  sort: Name | `-${Name}`,
): Order<Column> => ({
  column: columns[sort.replace('-', '') as Name],
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

/** Returns the other direction. */
export const reversed = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc')

/** How many rows, and how many to pass over before them. */
export interface Range {
  readonly limit: number
  readonly offset: number
}
