import { Tooltip, UnstyledButton } from '@mantine/core'

import { pluralize } from '#lib/pluralize.ts'

import classes from './-event-count.module.css'

/** The only event of an endpoint, or how many there are: pointing, focus or a tap names them. */
export function EventCount({ events }: { events: readonly string[] }) {
  if (events.length === 1) return events[0]
  return (
    <Tooltip label={events.join(', ')} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton className={classes['count'] ?? ''}>{pluralize(events.length, 'event')}</UnstyledButton>
    </Tooltip>
  )
}
