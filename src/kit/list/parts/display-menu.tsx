import { ActionIcon, Button, Checkbox, Group, Popover, SegmentedControl, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'

import { densities, densityNames, useDensity } from '#kit/list/density.ts'
import type { ListSort } from '#kit/list/list-sort.ts'
import { useIsNarrow } from '#kit/list/narrow.ts'
import { SortSelect } from '#kit/list/sort-select.tsx'

import { DisplayButton } from './display-button.tsx'

import classes from './display-menu.module.css'

interface Column {
  readonly id: string
  readonly label: string
  readonly sort?: string
  readonly sortWords?: readonly [string, string]
}

interface Props {
  choice: {
    readonly all: readonly Column[]
    readonly visibility: Readonly<Record<string, boolean>>
    readonly show: (id: string, isShown: boolean) => void
    readonly move: (id: string, index: number) => void
    readonly reset: () => void
  }
  sort?: ListSort | undefined
  otherSorts?: Readonly<Record<string, string>> | undefined
  defaultOpened: boolean
}

/** How a list is shown: its order, how tall its rows are, which columns it has and where. */
export function DisplayMenu({ choice, sort, otherSorts = {}, defaultOpened }: Props) {
  const isNarrow = useIsNarrow()
  return (
    <Popover
      position="bottom-end"
      shadow="md"
      width={288}
      withinPortal={false}
      trapFocus
      returnFocus
      defaultOpened={defaultOpened}
    >
      <Popover.Target>
        <DisplayButton />
      </Popover.Target>
      <Popover.Dropdown aria-label="Display options" className={classes.menu ?? ''}>
        {sort && <SortSelect label="Sort by" columns={choice.all} sort={sort} others={otherSorts} />}
        {!isNarrow && <TableOptions choice={choice} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function TableOptions({ choice }: Pick<Props, 'choice'>) {
  const [density, setDensity] = useDensity()
  return (
    <>
      <Text size="xs" fw={500} mt="sm" mb={4}>
        Row height
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Row height"
        data={densities.map((value) => ({ value, label: densityNames[value] }))}
        value={density}
        onChange={(value) => setDensity(densities.find((one) => one === value) ?? 'comfortable')}
      />
      <Group justify="space-between" mt="sm" mb={4}>
        <Text size="xs" fw={500}>
          Columns
        </Text>
        <Button variant="subtle" size="compact-xs" onClick={choice.reset}>
          Reset columns
        </Button>
      </Group>
      <ColumnList choice={choice} />
    </>
  )
}

/** Each column with a box to show it; it is moved by dragging it or with the buttons beside it. */
function ColumnList({ choice }: Pick<Props, 'choice'>) {
  const [dragged, setDragged] = useState<string>()
  const columns = choice.all.slice(1)
  const moveOver = (event: DragEvent, index: number) => {
    if (dragged === undefined) return
    event.preventDefault()
    if (columns[index]?.id !== dragged) choice.move(dragged, index + 1)
  }
  return (
    <ul className={classes.columns}>
      {columns.map(({ id, label }, index) => (
        <li
          key={id}
          draggable
          data-dragged={dragged === id || undefined}
          onDragStart={() => setDragged(id)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => moveOver(event, index)}
        >
          <IconGripVertical size={14} className={classes.grip ?? ''} aria-hidden />
          <Checkbox
            size="xs"
            label={label}
            checked={choice.visibility[id] === true}
            onChange={({ currentTarget }) => choice.show(id, currentTarget.checked)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Move ${label} up`}
            disabled={index === 0}
            onClick={() => choice.move(id, index)}
          >
            <IconArrowUp size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Move ${label} down`}
            disabled={index === columns.length - 1}
            onClick={() => choice.move(id, index + 2)}
          >
            <IconArrowDown size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
