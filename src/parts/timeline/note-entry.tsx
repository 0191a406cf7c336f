import { ActionIcon, Menu } from '@mantine/core'
import {
  IconBellOff,
  IconDots,
  IconPencil,
  IconPin,
  IconPinFilled,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'

import { notes } from '#api/notes.ts'
import type { CustomerNote, NoteInput } from '#contract/customers/notes.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { RelativeTime } from '#kit/relative-time.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { StatusBadge } from '#kit/status-badge.tsx'
import { toast } from '#kit/toast.ts'
import { useToday } from '#kit/today.ts'
import { dayText } from '#lib/calendar.ts'
import { linksIn } from '#lib/links-in-text.ts'

import { inputOf, noteKind } from './note-kinds.ts'

import words from './entry-text.module.css'
import classes from './notes.module.css'

interface Props {
  note: CustomerNote
  /** Whether the person may write notes at all. */
  canManage: boolean
}

const NoteEditor = lazyWithRetry(async () => (await import('./note-editor.tsx')).NoteEditor)

/** A note in the timeline, with what can be done to it. */
export function NoteEntry({ note, canManage }: Props) {
  const [edited, setEdited] = useState<CustomerNote>()
  const update = useSingleFlightMutation(notes.update())
  // The entry is gone by then, so these can't be handlers of its calls.
  const restore = useSingleFlightMutation({
    ...notes.restore(),
    onSuccess: () => void toast.success('Note restored'),
    onError: say,
  })
  const remove = useSingleFlightMutation({
    ...notes.remove(),
    onSuccess: () => void toast.success('Note deleted', { undo: () => restore.mutate(note.id) }),
    onError: say,
  })
  const change = (more: Partial<NoteInput>, message: string) =>
    update.mutate(
      { note, input: { ...inputOf(note), ...more } },
      { onSuccess: () => void toast.success(message), onError: say },
    )
  if (edited)
    return (
      <Suspense>
        <NoteEditor note={note} base={edited} onBase={setEdited} onClose={() => setEdited(undefined)} />
      </Suspense>
    )
  const { title } = noteKind[note.kind]
  return (
    <article className={classes.note} aria-label={title}>
      <div className={classes.head}>
        <span className={classes.title}>
          {note.is_pinned && <IconPinFilled size={13} aria-label="Pinned" className={classes.pin ?? ''} />}
          {title}
        </span>
        <span className={words.time}>
          <RelativeTime datetime={note.created_at} />
        </span>
        {canManage && (
          <NoteMenu
            note={note}
            onEdit={() => setEdited(note)}
            onPin={(is_pinned) => change({ is_pinned }, is_pinned ? 'Note pinned' : 'Note unpinned')}
            onDone={() => change({ follow_up_on: null }, 'Follow-up done')}
            onDelete={() => remove.mutate(note.id)}
          />
        )}
      </div>
      <p className={`${words.text} ${classes.text}`} dir="auto">
        {linksIn(note.text).map(({ text, url }, index) =>
          url === undefined ? (
            text
          ) : (
            // eslint-disable-next-line react/no-array-index-key -- parts of one text, in their order
            <a key={index} href={url} target="_blank" rel="noreferrer noopener">
              {text}
            </a>
          ),
        )}
      </p>
      {note.follow_up_on !== null && <FollowUp day={note.follow_up_on} />}
      <p className={words.by}>
        {note.caused_by}
        {note.edited_at !== null && ' · edited'}
      </p>
    </article>
  )
}

/** For actions without a form: says why nothing changed. */
function say({ message }: Error) {
  void toast({ id: 'note-failed', color: 'red', message })
}

function FollowUp({ day }: { day: string }) {
  const isDue = day <= useToday()
  return (
    <p className={classes.followUp}>
      <StatusBadge tone={isDue ? 'notice' : 'neutral'}>
        {isDue ? 'Follow-up due' : 'Follow up'} {dayText(day)}
      </StatusBadge>
    </p>
  )
}

interface NoteMenuProps {
  note: CustomerNote
  onEdit: () => void
  onPin: (isPinned: boolean) => void
  onDone: () => void
  onDelete: () => void
}

/** Actions on a note. Colleagues may pin it and change its follow-up; the rest is its author's. */
function NoteMenu({ note, onEdit, onPin, onDone, onDelete }: NoteMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Note actions">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          {note.is_editable ? 'Edit' : 'Set a follow-up'}
        </Menu.Item>
        {note.is_pinned ? (
          <Menu.Item leftSection={<IconPinnedOff size={16} aria-hidden />} onClick={() => onPin(false)}>
            Unpin
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconPin size={16} aria-hidden />} onClick={() => onPin(true)}>
            Pin to the top
          </Menu.Item>
        )}
        {note.follow_up_on !== null && (
          <Menu.Item leftSection={<IconBellOff size={16} aria-hidden />} onClick={onDone}>
            Mark follow-up as done
          </Menu.Item>
        )}
        {note.is_editable && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
