import { Progress, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'

import { currentBudget, isLow, watchBudget } from '#api/budget.ts'
import { numberText } from '#lib/locale.ts'

/** How many requests are left this minute; shown only when few are. */
export function BudgetMeter() {
  const budget = useSyncExternalStore(watchBudget, currentBudget)
  // As of the last response, so that rendering again doesn't change it.
  if (!budget || !isLow(budget, budget.seenAt)) return null
  const { limit, remaining } = budget
  return (
    <div role="status">
      <Text size="xs" c="dimmed" mb={4}>
        {numberText(remaining)} of {numberText(limit)} requests left
      </Text>
      <Progress
        size="xs"
        value={limit === 0 ? 0 : (remaining / limit) * 100}
        color="orange.7"
        aria-label="Requests left this minute"
      />
      <Text size="xs" mt={4}>
        Lists refresh less often until the limit resets.
      </Text>
    </div>
  )
}
