import { Badge } from '@mantine/core'

import classes from './-state-badge.module.css'
import { stateWord } from './-service-words.ts'

/** In words, never in colour alone; what is active needs no saying. */
export function StateBadge({ isActive }: { isActive: boolean }) {
  return isActive ? null : (
    <Badge variant="outline" color="gray" tt="none" fw={600} className={classes.inactive}>
      {stateWord(isActive)}
    </Badge>
  )
}
