import { Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { useScrollEdges } from '#kit/scroll-edges.ts'
import { numberText } from '#lib/locale.ts'

import { documentStatusWord } from './document-badge.tsx'

import classes from '#parts/invoices/status-tabs.module.css'

interface Props {
  statuses: readonly string[]
  /** Empty for all of them. */
  status: string
  /** How many of each the other filters find; undefined until they are known. */
  counts: readonly { readonly status: string; readonly count: number }[] | undefined
  onStatus: (status: string) => void
  children: ReactNode
}

const all = 'all'

/** A tab for each status, with how many of it the other filters find. */
export function DocumentTabs({ statuses, status, counts, onStatus, children }: Props) {
  const [list, setList] = useState<HTMLDivElement | null>(null)
  useScrollEdges(list)
  const value = statuses.includes(status) ? status : all
  const countOf = (name: string) =>
    counts?.reduce((sum, one) => (name === all || one.status === name ? sum + one.count : sum), 0)
  return (
    <Tabs
      className={classes.tabs ?? ''}
      value={value}
      onChange={(next) => onStatus(next === null || next === all ? '' : next)}
    >
      <div className={classes.strip} data-list-tool>
        <Tabs.List ref={setList} aria-label="Status" className={classes.list ?? ''}>
          {[all, ...statuses].map((one) => (
            <Tabs.Tab key={one} value={one}>
              {one === all ? 'All' : documentStatusWord(one)}{' '}
              <span className={classes.count}>{counts && numberText(countOf(one) ?? 0)}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <Tabs.Panel value={value} className={classes.panel ?? ''}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
