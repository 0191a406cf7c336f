import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'

import type { WebhookPage } from '#api/webhooks.ts'
import type { WebhookState } from '#contract/webhook-filter.ts'
import { numberText } from '#lib/locale.ts'

import classes from './-webhook-tabs.module.css'

interface Props {
  state: WebhookState | undefined
  /** Undefined until they are loaded. */
  counts: WebhookPage['counts'] | undefined
  onState: (state: WebhookState | undefined) => void
  children: ReactNode
}

const tabs = [
  { value: 'all', label: 'All', state: undefined },
  { value: 'failing', label: 'Failing', state: 'failing' },
  { value: 'paused', label: 'Paused', state: 'paused' },
] as const

/** A tab for each state that one looks for, with its count. */
export function WebhookTabs({ state, counts, onState, children }: Props) {
  const value = state ?? 'all'
  return (
    <Tabs
      className={classes['tabs'] ?? ''}
      value={value}
      onChange={(next) => onState(tabs.find((tab) => tab.value === next)?.state)}
    >
      <Tabs.List aria-label="State" mb="sm">
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}{' '}
            {counts && (
              <span
                className={classes['count']}
                data-alert={(tab.value === 'failing' && counts.failing > 0) || undefined}
              >
                {numberText(counts[tab.value])}
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} className={classes['tabs'] ?? ''}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
