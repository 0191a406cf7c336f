import { ActionIcon, Title } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

import { customFields } from '#api/custom-fields.ts'
import { type Arrange, arranged, fieldSettings } from '#api/field-settings.ts'
import type { FieldDefinition } from '#contract/field-definitions.ts'
import { toast } from '#kit/toast.ts'

import { type FieldGroup, groupsOf, moveField, moveGroup } from './arrangement.ts'
import { type FieldActions, FieldRow } from './field-row.tsx'
import { SortableList } from './sortable-list.tsx'

import classes from './field-list.module.css'

interface Props {
  fields: readonly FieldDefinition[]
  actions: FieldActions
}

/** The fields in use by group and the retired ones, each with its actions. Fields and groups can be moved. */
export function FieldList({ fields, actions }: Props) {
  const arrange = useArrange()
  const groups = groupsOf(fields)
  const headed = groups.filter(({ step }) => step === 'fields')
  const retired = fields.filter(({ retired_at }) => retired_at !== null)
  return (
    <div className={classes['groups']}>
      {groups.map((group, index) => (
        <GroupCard
          key={`${group.step} ${group.heading}`}
          group={group}
          title={titleOf(group, headed.length)}
          actions={actions}
          arrange={arrange}
          {...(group.step === 'fields' && { place: index, last: headed.length - 1 })}
        />
      ))}
      {retired.length > 0 && <RetiredCard fields={retired} actions={actions} />}
    </div>
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
    mutate(move, {
      onError: ({ message }) =>
        void toast({ id: 'field-order', color: 'red', message: `Couldn’t save the new order. ${message}.` }),
    })
  }
}

interface GroupProps {
  group: FieldGroup
  title: string
  actions: FieldActions
  arrange: (move: Arrange) => void
  /** Among the groups that can be moved. */
  place?: number
  last?: number
}

function GroupCard({ group: { heading, fields }, title, actions, arrange, place, last = 0 }: GroupProps) {
  const titleId = useId()
  const byId = new Map(fields.map((field) => [String(field.id), field]))
  const ids = [...byId.keys()]
  const move = (id: string, to: number) => arrange(moveField(Number(id), to))
  return (
    <section className={classes['card']} aria-labelledby={titleId}>
      <div className={classes['head']}>
        <Title order={2} size="h5" id={titleId} className={classes['heading'] ?? ''} dir="auto">
          {title}
        </Title>
        {place !== undefined && place > 0 && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Move group ${title} up`}
            onClick={() => arrange(moveGroup(heading, place - 1))}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
        )}
        {place !== undefined && place < last && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Move group ${title} down`}
            onClick={() => arrange(moveGroup(heading, place + 1))}
          >
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <SortableList
        label={title}
        ids={ids}
        nameOf={(id) => byId.get(id)?.name ?? ''}
        onMove={move}
        renderItem={(id, handle) => {
          const field = byId.get(id)
          const index = ids.indexOf(id)
          return (
            field && (
              <FieldRow
                field={field}
                actions={actions}
                handle={handle}
                onUp={index > 0 ? () => move(id, index - 1) : undefined}
                onDown={index < ids.length - 1 ? () => move(id, index + 1) : undefined}
              />
            )
          )
        }}
      />
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
