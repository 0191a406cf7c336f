import { Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { useScrollEdges } from '#kit/scroll-edges.ts'
import { numberText } from '#lib/locale.ts'

import classes from './tabs.module.css'

/** Some of the rows of a list. */
export interface ListTab {
  /** Empty for the one that the list begins with. */
  readonly value: string
  readonly label: string
  /** How many there are under the other filters: undefined until that is known, null where it never is. */
  readonly count?: number | null | undefined
  /** There shouldn't be any. */
  readonly isAlert?: boolean
}

interface Props {
  /** What the tabs differ in: "Status". */
  label: string
  tabs: readonly ListTab[]
  value: string
  onValue: (value: string) => void
  children: ReactNode
}

// A tab needs a name.
const first = 'first'

/** The tabs of a list, around its rows. */
export function ListTabs({ label, tabs, value, onValue, children }: Props) {
  const [list, setList] = useState<HTMLDivElement | null>(null)
  useScrollEdges(list)
  const shown = value || first
  return (
    <Tabs
      className={classes.tabs ?? ''}
      value={shown}
      onChange={(next) => onValue(next === null || next === first ? '' : next)}
    >
      <div className={classes.strip} data-list-tool>
        <Tabs.List ref={setList} aria-label={label} className={classes.list ?? ''}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab.value} value={tab.value || first}>
              {tab.label}{' '}
              {tab.count !== null && (
                <span className={classes.count} data-alert={tab.isAlert || undefined}>
                  {tab.count !== undefined && numberText(tab.count)}
                </span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <Tabs.Panel value={shown} className={classes.panel ?? ''}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
