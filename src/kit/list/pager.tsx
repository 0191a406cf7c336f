import { Group, Pagination, Text, TextInput } from '@mantine/core'

import { numberText } from '#lib/locale.ts'

import { Select } from '../select.tsx'

import classes from './screen.module.css'

/** Which page of the list is shown, and how long pages are. */
export interface PagerProps {
  page: number
  /** How many rows a page really has; Infinity where it has them all. */
  size: number
  total: number
  /** How many rows this page has; undefined while it loads. */
  shown?: number | undefined
  /** The total is that of another search, and this one's isn't known yet. */
  isStale?: boolean
  sizes: readonly number[]
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** From this many pages on, a page's number can be typed. */
const manyPages = 8

/** The position of this page in the list, the rows per page, and the buttons to other pages. */
export function ListPager({ page, size, total, shown, isStale = false, sizes, onPage, onSize }: PagerProps) {
  const before = offsetOf({ page, size })
  const last = Math.min(shown === undefined ? before + size : before + shown, total)
  const pages = Math.ceil(total / size)
  return (
    <div className={classes.pager}>
      <Group gap="sm">
        <Select
          aria-label="Rows per page"
          data={[...new Set([...sizes, size])].map((each) => ({
            value: String(each),
            label: each === Infinity ? 'All rows' : `${each} rows`,
          }))}
          value={String(size)}
          onChange={({ currentTarget }) => onSize(Number(currentTarget.value))}
        />
        <Text size="sm" c="dimmed">
          {isStale
            ? 'Loading…'
            : `${before < last ? `${numberText(before + 1)}–${numberText(last)}` : 0} of ${numberText(total)}`}
        </Text>
      </Group>
      {pages > 1 && (
        <Group gap="sm">
          {pages >= manyPages && <GoToPage key={page} pages={pages} onPage={onPage} />}
          <Pagination
            size="sm"
            total={pages}
            value={page}
            onChange={onPage}
            disabled={isStale}
            siblings={1}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          />
        </Group>
      )}
    </div>
  )
}

/** A field for the number of a page; Enter goes there, to the last one if it is too high. */
function GoToPage({ pages, onPage }: { pages: number; onPage: (page: number) => void }) {
  return (
    <form
      className={classes.goTo}
      onSubmit={(event) => {
        event.preventDefault()
        const number = Number(new FormData(event.currentTarget).get('page'))
        if (Number.isInteger(number) && number >= 1) onPage(Math.min(number, pages))
      }}
    >
      <TextInput name="page" size="xs" aria-label="Go to page" placeholder="Page" inputMode="numeric" />
    </form>
  )
}

/** How many rows come before a page. */
export const offsetOf = ({ page, size }: { page: number; size: number }): number =>
  page === 1 ? 0 : (page - 1) * size
