import { Progress, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'

import { currentBudget, isLow, watchBudget } from '#api/budget.ts'
import { numberText } from '#lib/locale.ts'

/** How many requests are left this minute, as the last answer told. */
export function BudgetMeter() {
  const budget = useSyncExternalStore(watchBudget, currentBudget)
  if (!budget) return null
  const { limit, remaining, seenAt } = budget
  // By the moment it was told, so that rendering again does not change it.
  const low = isLow(budget, seenAt)
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {numberText(remaining)} of {numberText(limit)} requests left this minute
      </Text>
      <Progress
        size="xs"
        value={limit === 0 ? 0 : (remaining / limit) * 100}
        color={low ? 'orange.7' : 'harbour.5'}
        aria-label="Requests left this minute"
      />
      {low && (
        <Text size="xs" mt={4} role="status">
          Running low: lists refresh less often until the limit resets.
        </Text>
      )}
    </div>
  )
}
