import { ActionIcon, Title } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef } from 'react'

import { customFields } from '#api/custom-fields.ts'
import { type Arrange, arranged, fieldSettings } from '#api/field-settings.ts'
import type { FieldDefinition } from '#contract/customers/field-definition.ts'
import { toast } from '#kit/toast.ts'

import { type FieldGroup, groupsOf, moveField, moveFieldToGroup, moveGroup } from './arrangement.ts'
import { type FieldActions, FieldRow } from './field-row.tsx'
import { SortableLists } from './sortable-list.tsx'

import classes from './field-list.module.css'

interface Props {
  fields: readonly FieldDefinition[]
  actions: FieldActions
}

/**
 * The fields in use by group and the retired ones, each with its actions. Fields can be moved, into other groups too, and
 * groups as well.
 */
export function FieldList({ fields, actions }: Props) {
  const arrange = useArrange()
  const groups = groupsOf(fields)
  const headed = groups.filter(({ step }) => step === 'fields')
  const files = groups.filter(({ step }) => step === 'files')
  const retired = fields.filter(({ retired_at }) => retired_at !== null)
  return (
    <div className={classes['groups']}>
      <Groups groups={headed} actions={actions} arrange={arrange} />
      <Groups groups={files} actions={actions} arrange={arrange} />
      {retired.length > 0 && <RetiredCard fields={retired} actions={actions} />}
    </div>
  )
}

interface GroupsProps {
  /** Those of one step: fields can't be moved into the other one. */
  groups: readonly FieldGroup[]
  actions: FieldActions
  arrange: (move: Arrange) => void
}

function Groups({ groups, actions, arrange }: GroupsProps) {
  // Its row in the new group is a new element, whose menu gets the focus that the old one had.
  const moved = useRef<{ id: number; heading: string }>(undefined)
  const places = new Map(
    groups.flatMap((group) =>
      group.fields.map((field, index) => [String(field.id), { field, group, index }] as const),
    ),
  )
  const move = (id: string, heading: string, to: number) => {
    const isOwn = places.get(id)?.group.heading === heading
    arrange(isOwn ? moveField(Number(id), to) : moveFieldToGroup(Number(id), heading, to))
  }
  const title = (group: FieldGroup) => titleOf(group, groups.length)
  const takeFocus = (id: number, heading: string, menu: HTMLElement | null) => {
    if (!menu || moved.current?.id !== id || moved.current.heading !== heading) return
    moved.current = undefined
    menu.focus()
  }
  return (
    <SortableLists
      groups={groups.map((group) => ({
        key: group.heading,
        label: title(group),
        ids: group.fields.map(({ id }) => String(id)),
      }))}
      nameOf={(id) => places.get(id)?.field.name ?? ''}
      onMove={move}
      renderGroup={(heading, list) => {
        const place = groups.findIndex((group) => group.heading === heading)
        const group = groups[place]
        return (
          group && (
            <GroupCard
              key={heading}
              title={title(group)}
              onUp={place > 0 ? () => arrange(moveGroup(heading, place - 1)) : undefined}
              onDown={place < groups.length - 1 ? () => arrange(moveGroup(heading, place + 1)) : undefined}
            >
              {list}
            </GroupCard>
          )
        )
      }}
      renderItem={(id, handle) => {
        const { field, group, index } = places.get(id) ?? {}
        if (!field || !group || index === undefined) return null
        const last = group.fields.length - 1
        return (
          <FieldRow
            field={field}
            actions={actions}
            handle={handle}
            menuRef={(menu) => takeFocus(field.id, group.heading, menu)}
            onUp={index > 0 ? () => move(id, group.heading, index - 1) : undefined}
            onDown={index < last ? () => move(id, group.heading, index + 1) : undefined}
            otherGroups={groups
              .filter((other) => other !== group)
              .map((other) => ({
                heading: other.heading,
                title: title(other),
                onMove: () => {
                  moved.current = { id: field.id, heading: other.heading }
                  move(id, other.heading, other.fields.length)
                },
              }))}
          />
        )
      }}
    />
  )
}

function titleOf({ heading, step }: FieldGroup, groups: number): string {
  if (step === 'files') return 'Files'
  return heading === '' ? (groups > 1 ? 'Other' : 'Fields') : heading
}

/** Shows a move at once; where it fails, the fields are read again. */
function useArrange() {
  const client = useQueryClient()
  const { mutate } = useMutation(fieldSettings.arrange())
  return (move: Arrange) => {
    client.setQueryData(
      customFields.definitions().queryKey,
      (known) => known && { ...known, fields: arranged(known.fields, move) },
    )
    mutate(move, { onError: toast.failed('field-order', 'Couldn’t save the new order') })
  }
}

interface GroupProps {
  title: string
  /** Moves it by one place; undefined at that end. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  children: ReactNode
}

function GroupCard({ title, onUp, onDown, children }: GroupProps) {
  const titleId = useId()
  return (
    <section className={classes['card']} aria-labelledby={titleId}>
      <div className={classes['head']}>
        <Title order={2} size="h5" id={titleId} className={classes['heading'] ?? ''} dir="auto">
          {title}
        </Title>
        {onUp && (
          <ActionIcon variant="subtle" color="gray" aria-label={`Move group ${title} up`} onClick={onUp}>
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
        )}
        {onDown && (
          <ActionIcon variant="subtle" color="gray" aria-label={`Move group ${title} down`} onClick={onDown}>
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {children}
    </section>
  )
}

function RetiredCard({ fields, actions }: Props) {
  const titleId = useId()
  return (
    <section className={classes['card']} aria-labelledby={titleId}>
      <div className={classes['head']}>
        <Title order={2} size="h5" id={titleId} className={classes['heading'] ?? ''}>
          Retired
        </Title>
      </div>
      <ul className={classes['retired']}>
        {fields.map((field) => (
          <li key={field.id}>
            <FieldRow field={field} actions={actions} />
          </li>
        ))}
      </ul>
    </section>
  )
}
