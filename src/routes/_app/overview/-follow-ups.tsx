import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'

import { notes } from '#api/notes.ts'
import type { CustomerNote, FollowUpPage } from '#contract/customers/notes.ts'
import { TextLink } from '#kit/link.tsx'
import { toast } from '#kit/toast.ts'
import { dayCount, dayText, daysBetween } from '#lib/calendar.ts'
import { numberText } from '#lib/locale.ts'
import { inputOf, noteKind } from '#parts/timeline/note-kinds.ts'

import { AttentionGroup } from './-attention-group.tsx'

import classes from './-follow-ups.module.css'
import rows from './-rows.module.css'

const shownAtFirst = 5

interface Props {
  /** Customers to follow up with today or earlier, the longest overdue first. */
  followUps: FollowUpPage
  /** In the account's time zone. */
  today: string
  canManage: boolean
}

/** Customers to follow up with. Hidden while there are none. */
export function FollowUps({ followUps: { data: due, total }, today, canManage }: Props) {
  const [isWhole, setIsWhole] = useState(false)
  if (due.length === 0) return null
  const shown = isWhole ? due : due.slice(0, shownAtFirst)
  return (
    <AttentionGroup
      title="Follow-ups"
      tone="notice"
      all={
        shown.length < due.length && (
          <Button variant="subtle" size="compact-sm" onClick={() => setIsWhole(true)}>
            {due.length < total ? `Show the oldest ${due.length}` : `Show all ${numberText(total)}`}
          </Button>
        )
      }
      note={
        shown.length === due.length &&
        due.length < total &&
        `${numberText(total - due.length)} more are due. They appear as these are done.`
      }
    >
      {shown.map(({ note, customer }) => (
        <FollowUp
          key={note.id}
          note={note}
          name={`${customer.name} ${customer.last_name}`}
          today={today}
          canManage={canManage}
        />
      ))}
    </AttentionGroup>
  )
}

interface RowProps {
  note: CustomerNote
  name: string
  today: string
  canManage: boolean
}

function FollowUp({ note, name, today, canManage }: RowProps) {
  const update = useMutation(notes.update())
  const day = note.follow_up_on ?? today
  const late = daysBetween(day, today)
  const { title, icon: Icon } = noteKind[note.kind]
  const finish = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const row = currentTarget.closest('li')
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    update.mutate(
      { note, input: { ...inputOf(note), follow_up_on: null } },
      {
        onSuccess: ({ data: done }) => {
          // The row disappears; the focus moves to the next one.
          next?.querySelector('button')?.focus()
          const undo = () => update.mutate({ note: done, input: inputOf(note) }, { onError: refuse })
          void toast.success(`Follow-up with ${name} done`, { id: toastOf(note), undo })
        },
        onError: refuse,
      },
    )
  }
  const refuse = toast.failed(toastOf(note), 'Couldn’t update this follow-up')
  return (
    <li className={`${rows['row']} ${classes['row']}`}>
      <span className={classes['icon']} role="img" aria-label={title}>
        <Icon size={16} aria-hidden />
      </span>
      <div className={rows['lines']}>
        <TextLink
          to="/customers/$id"
          params={{ id: String(note.customer_id) }}
          c="inherit"
          inherit
          className={`${rows['name']} ${rows['cover']}`}
        >
          <bdi>{name}</bdi>
        </TextLink>
        <span className={rows['detail']} title={note.text} dir="auto">
          {note.text}
        </span>
      </div>
      <time className={classes['when']} dateTime={day} title={dayText(day)} data-late={late > 0 || undefined}>
        {late > 0 ? `${dayCount(late)} overdue` : 'Today'}
      </time>
      {canManage && (
        <Button
          variant="default"
          size="compact-sm"
          loading={update.isPending}
          onClick={finish}
          aria-label={`Mark follow-up with ${name} as done`}
        >
          Done
        </Button>
      )}
    </li>
  )
}

const toastOf = ({ id }: CustomerNote) => `follow-up-${id}`
