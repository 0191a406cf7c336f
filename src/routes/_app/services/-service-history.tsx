import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { services } from '#api/services.ts'
import type { Service } from '#contract/services/services.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { pluralize } from '#lib/pluralize.ts'
import { TimelineEntry } from '#parts/timeline/timeline.tsx'

import { changeLines } from './-service-changes.ts'

import classes from '#parts/timeline/timeline.module.css'

const shownAtFirst = 5

/** Who changed what about a service, the newest first. */
export function ServiceHistory({ service }: { service: Service }) {
  const { data, error } = useQuery(services.activity(service.id))
  const [isLong, setIsLong] = useState(false)
  const shown = isLong ? data : data?.slice(0, shownAtFirst)
  const rest = (data?.length ?? 0) - (shown?.length ?? 0)
  return (
    <section aria-label="Activity">
      <Title order={3} mb="xs">
        Activity
      </Title>
      {!data && (error ? <InlineProblem error={error} /> : <Skeleton height={96} />)}
      {data?.length === 0 && (
        <Text c="dimmed" size="sm">
          No activity yet.
        </Text>
      )}
      {shown && shown.length > 0 && (
        <ol className={classes['entries']}>
          {shown.map(({ id, description, changes, caused_by, created_at }) => (
            <TimelineEntry
              key={id}
              canManageNotes={false}
              entry={{
                key: String(id),
                kind: 'service',
                title: description,
                text: changeLines(changes, service).join('\n'),
                by: caused_by,
                at: created_at,
              }}
            />
          ))}
        </ol>
      )}
      {rest > 0 && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setIsLong(true)}>
          Show {pluralize(rest, 'older entry', 'older entries')}
        </Button>
      )}
    </section>
  )
}
