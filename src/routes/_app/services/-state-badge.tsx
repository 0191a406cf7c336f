import { Badge } from '@mantine/core'

import { stateWord } from './-service-words.ts'

import classes from './-state-badge.module.css'

/** In words, never in colour alone; what is active needs no saying. */
export function StateBadge({ isActive }: { isActive: boolean }) {
  return isActive ? null : (
    <Badge variant="outline" color="gray" tt="none" fw={600} className={classes.inactive}>
      {stateWord(isActive)}
    </Badge>
  )
}
