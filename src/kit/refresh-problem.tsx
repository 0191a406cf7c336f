import { Button, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'

import type { Failure } from './problem.tsx'
import classes from './refresh-problem.module.css'

/** A load that failed above what was loaded before. Part of every list's first visit, so it is no Alert. */
export function RefreshProblem({ error, retry }: { error: Failure; retry: () => void }) {
  return (
    <div className={classes['note']} role="status">
      <IconCloudOff size={18} aria-hidden />
      <Text size="sm">
        <strong>This may be out of date.</strong> {error.message}.
      </Text>
      <Button size="compact-sm" variant="default" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}
