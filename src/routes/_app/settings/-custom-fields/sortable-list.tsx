import {
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  closestCenter,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import classes from './sortable-list.module.css'

interface Props {
  /** What the list contains: "Fields in Sales". */
  label: string
  /** Unique, in their order. */
  ids: readonly string[]
  nameOf: (id: string) => string
  onMove: (id: string, to: number) => void
  /** An item; `handle` is what it is dragged by. */
  renderItem: (id: string, handle: ReactNode) => ReactNode
}

const instructions =
  'To move an item, press Space or Enter. Then use the up and down arrow keys, press Space or Enter again to drop it, or Escape to cancel.'

/** A list whose items are moved by dragging or with the keyboard; screen readers hear where an item is. */
export function SortableList({ label, ids, nameOf, onMove, renderItem }: Props) {
  const sensors = useSensors(
    // A click on the handle is no drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const name = (id: UniqueIdentifier) => nameOf(String(id))
  const place = (id: UniqueIdentifier) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onMove(String(active.id), ids.indexOf(String(over.id)))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: instructions },
        announcements: {
          onDragStart: ({ active }) => `${name(active.id)} picked up.`,
          onDragOver: ({ active, over }) =>
            over ? `${name(active.id)}: position ${place(over.id)}.` : undefined,
          onDragEnd: ({ active, over }) =>
            over
              ? `${name(active.id)} dropped at position ${place(over.id)}.`
              : `${name(active.id)} dropped.`,
          onDragCancel: ({ active }) =>
            `Canceled. ${name(active.id)} is back at position ${place(active.id)}.`,
        },
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <ul className={classes['list']} aria-label={label}>
          {ids.map((id) => (
            <SortableItem key={id} id={id} name={nameOf(id)} renderItem={renderItem} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

interface ItemProps extends Pick<Props, 'renderItem'> {
  id: string
  name: string
}

function SortableItem({ id, name, renderItem }: ItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id })
  const handle = (
    <ActionIcon
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={`Move ${name}`}
      variant="subtle"
      color="gray"
      className={classes['handle']}
    >
      <IconGripVertical size={16} aria-hidden />
    </ActionIcon>
  )
  return (
    <li
      ref={setNodeRef}
      className={classes['item']}
      data-dragging={isDragging || undefined}
      style={{
        // Up and down only: the list has one column.
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition,
      }}
    >
      {renderItem(id, handle)}
    </li>
  )
}
