import { Alert, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { listText } from '#lib/locale.ts'
import type { Conflict, Merge } from '#lib/merge.ts'

import classes from './record-form.module.css'

interface Props<Path extends string> {
  /** The noun for the record: "customer". */
  record: string
  merge: Pick<Merge<unknown, Path>, 'conflicts' | 'taken'>
  onChoose: (conflict: Conflict<Path>, value: unknown) => void
  /** Ends the choice, where that isn't the form's button. */
  children?: ReactNode
}

/** Shown once someone else has saved the record first: both versions of what both changed. */
export function Conflicts<Path extends string>({
  record,
  merge: { conflicts, taken },
  onChoose,
  children,
}: Props<Path>) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(function bringIntoSight() {
    alert.current?.focus()
  }, [])
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      role="alert"
      color="yellow"
      icon={<IconUsers size={18} aria-hidden />}
      title={`Someone else changed this ${record} while you were editing`}
    >
      <Stack gap="sm">
        <Text size="sm">
          {conflicts.length === 0
            ? 'Your changes don’t conflict with theirs. Save again to keep both.'
            : 'Nothing you typed is lost. Choose which version to keep, then save again.'}
        </Text>
        {conflicts.map((conflict) => (
          <ConflictChoice key={conflict.path} conflict={conflict} onChoose={onChoose} />
        ))}
        {taken.length > 0 && (
          <Text size="sm" c="dimmed">
            They also changed: {listText([...taken], 'and')}.
          </Text>
        )}
        {children && <div>{children}</div>}
      </Stack>
    </Alert>
  )
}

function ConflictChoice<Path extends string>({
  conflict,
  onChoose,
}: {
  conflict: Conflict<Path>
  onChoose: (conflict: Conflict<Path>, value: unknown) => void
}) {
  const { label, mine, theirs } = conflict
  const [chosen, setChosen] = useState<'mine' | 'theirs'>('mine')
  return (
    <div className={classes.conflict}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <dl className={classes.versions}>
        <dt>Yours</dt>
        <dd dir="auto" data-chosen={chosen === 'mine' || undefined}>
          {mine.text}
        </dd>
        <dt>Theirs</dt>
        <dd dir="auto" data-chosen={chosen === 'theirs' || undefined}>
          {theirs.text}
        </dd>
      </dl>
      <SegmentedControl
        size="xs"
        aria-label={`Version of ${label} to keep`}
        value={chosen}
        onChange={(value) => {
          const next = value as 'mine' | 'theirs'
          setChosen(next)
          onChoose(conflict, conflict[next].value)
        }}
        data={[
          { value: 'mine', label: 'Keep mine' },
          { value: 'theirs', label: 'Use theirs' },
        ]}
      />
    </div>
  )
}
