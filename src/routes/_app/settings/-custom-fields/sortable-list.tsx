import {
  type Active,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Over,
  PointerSensor,
  type UniqueIdentifier,
  closestCenter,
  useDndContext,
  useDroppable,
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
import { type ReactNode, useRef } from 'react'

import classes from './sortable-list.module.css'

/** One of several lists between which items can be moved. */
export interface SortableGroup {
  readonly key: string
  /** The list's label: "Fields in Sales". */
  readonly label: string
  /** Unique among all lists, in their order. */
  readonly ids: readonly string[]
}

interface ItemProps {
  nameOf: (id: string) => string
  /** An item; `handle` is what it is dragged by. */
  renderItem: (id: string, handle: ReactNode) => ReactNode
}

interface ListProps extends ItemProps {
  label: string
  ids: readonly string[]
  onMove: (id: string, to: number) => void
}

/** A list whose items are moved by dragging or with the keyboard; screen readers hear where an item is. */
export function SortableList({ label, ids, onMove, ...item }: ListProps) {
  return (
    <SortableLists
      groups={[{ key: label, label, ids }]}
      onMove={(id, _, to) => onMove(id, to)}
      renderGroup={(_, list) => list}
      {...item}
    />
  )
}

interface ListsProps extends ItemProps {
  groups: readonly SortableGroup[]
  /** `key` is that of the list where the item is now to be at place `to`: its own or another one. */
  onMove: (id: string, key: string, to: number) => void
  /** Wrapper of each list. */
  renderGroup: (key: string, list: ReactNode) => ReactNode
}

const instructions =
  'To move an item, press Space or Enter. Then use the up and down arrow keys, press Space or Enter again to drop it, or Escape to cancel.'

/** Lists between which items are moved like within one. While an item is over another list, a line shows where it goes. */
export function SortableLists({ groups, nameOf, onMove, renderGroup, renderItem }: ListsProps) {
  const sensors = useSensors(
    // A click on the handle is no drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  // In another list, an item is a new element, to which the focus follows once.
  const dropped = useRef<{ id: string; key: string }>(undefined)
  const name = (id: UniqueIdentifier) => nameOf(String(id))
  const place = (active: Active, over: Pick<Over, 'id'>) => {
    const { index, total, isForeign, label } = targetOf(groups, active.id, over.id)
    return `position ${index + 1} of ${total}${isForeign ? ` in ${label}` : ''}`
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    const { key, index, isForeign } = targetOf(groups, active.id, over.id)
    if (isForeign) dropped.current = { id: String(active.id), key }
    onMove(String(active.id), key, index)
  }
  const takeFocus = (id: string, key: string, handle: HTMLElement | null) => {
    if (!handle || dropped.current?.id !== id || dropped.current.key !== key) return
    dropped.current = undefined
    handle.focus({ preventScroll: true })
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
            over ? `${name(active.id)}: ${place(active, over)}.` : undefined,
          onDragEnd: ({ active, over }) =>
            over ? `${name(active.id)} dropped at ${place(active, over)}.` : `${name(active.id)} dropped.`,
          onDragCancel: ({ active }) => `Canceled. ${name(active.id)} is back at ${place(active, active)}.`,
        },
      }}
    >
      {groups.map(({ key, label, ids }) =>
        renderGroup(
          key,
          <SortableContext key={key} id={key} items={[...ids]} strategy={verticalListSortingStrategy}>
            <ul className={classes['list']} aria-label={label}>
              {ids.map((id) => (
                <SortableItem
                  key={id}
                  id={id}
                  name={nameOf(id)}
                  renderItem={renderItem}
                  onHandle={(handle) => takeFocus(id, key, handle)}
                />
              ))}
            </ul>
            {groups.length > 1 && <ListEnd listKey={key} ids={ids} />}
          </SortableContext>,
        ),
      )}
    </DndContext>
  )
}

const endOf = (key: string) => `end ${key}`

/** Where an item would be, dropped there. In another list it comes before the item that it is over, or at the end. */
function targetOf(groups: readonly SortableGroup[], active: UniqueIdentifier, over: UniqueIdentifier) {
  const [item, target] = [String(active), String(over)]
  const group = groups.find(({ key, ids }) => ids.includes(target) || endOf(key) === target)
  const { key = '', label = '', ids = [] } = group ?? {}
  const isForeign = !ids.includes(item)
  const index = ids.indexOf(target)
  return {
    key,
    label,
    isForeign,
    index: index === -1 ? ids.length : index,
    total: ids.length + (isForeign ? 1 : 0),
  }
}

/** Where an item of another list is dropped to become the last one. */
function ListEnd({ listKey, ids }: { listKey: string; ids: readonly string[] }) {
  const { active } = useDndContext()
  const isForeign = active !== null && !ids.includes(String(active.id))
  const { setNodeRef, isOver } = useDroppable({ id: endOf(listKey), disabled: !isForeign })
  return <div ref={setNodeRef} className={classes['end']} data-insert={isOver || undefined} />
}

interface SortableItemProps extends Pick<ItemProps, 'renderItem'> {
  id: string
  name: string
  onHandle: (handle: HTMLElement | null) => void
}

function SortableItem({ id, name, renderItem, onHandle }: SortableItemProps) {
  const sortable = useSortable({ id })
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    sortable
  const isForeign = sortable.active !== null && sortable.activeIndex === -1
  // Over another list there is no place among its own neighbors; it still follows the pointer.
  const y = transform?.y ?? (isDragging ? distanceOf(sortable.active) : undefined)
  const handle = (
    <ActionIcon
      ref={(node) => {
        setActivatorNodeRef(node)
        onHandle(node)
      }}
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
      data-insert={(sortable.isOver && isForeign) || undefined}
      style={{
        // Up and down only: the list has one column.
        transform: y === undefined ? undefined : `translate3d(0, ${Math.round(y)}px, 0)`,
        transition,
      }}
    >
      {renderItem(id, handle)}
    </li>
  )
}

/** How far an item is from where it was picked up, in pixels. */
function distanceOf(active: Active | null): number | undefined {
  const { initial, translated } = active?.rect.current ?? {}
  return initial && translated ? translated.top - initial.top : undefined
}
