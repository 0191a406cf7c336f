/** How a list is sorted. */
export interface ListSort {
  /** A column's `sort`; a leading `-` reverses the order. */
  readonly by: string
  readonly onSort: (by: string) => void
}
