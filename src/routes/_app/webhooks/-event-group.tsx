import { Checkbox, Text } from '@mantine/core'
import { useId } from 'react'

import { numberText } from '#lib/locale.ts'

import classes from './-event-picker.module.css'

interface Props {
  /** The subject of the events: `contact`. */
  resource: string
  types: readonly { name: string; description: string }[]
  selected: readonly string[]
  onSelect: (names: readonly string[], isSelected: boolean) => void
}

/** The events of one resource under a header row that selects all of them. */
export function EventGroup({ resource, types, selected, onSelect }: Props) {
  const titleId = useId()
  const names = types.map(({ name }) => name)
  const count = names.filter((name) => selected.includes(name)).length
  return (
    <section className={classes['group']} role="group" aria-labelledby={titleId}>
      <div className={classes['head']}>
        <Text id={titleId} size="sm" fw={500} className={classes['title']}>
          {resource.replaceAll('_', ' ')}
        </Text>
        <Text size="xs" c="dimmed" className={classes['count']}>
          {numberText(count)} of {numberText(names.length)}
        </Text>
        <Checkbox
          label="All"
          aria-label={`All ${resource} events`}
          labelPosition="left"
          checked={count === names.length}
          indeterminate={count > 0 && count < names.length}
          onChange={(event) => onSelect(names, event.currentTarget.checked)}
        />
      </div>
      {types.map(({ name, description }) => (
        <Checkbox
          key={name}
          className={classes['event'] ?? ''}
          label={name}
          description={description || undefined}
          checked={selected.includes(name)}
          onChange={(event) => onSelect([name], event.currentTarget.checked)}
        />
      ))}
    </section>
  )
}
