import { IconCalendarEvent, IconMail, IconNote, IconPhone } from '@tabler/icons-react'

import type { CustomerNote, NoteInput, NoteKind } from '#contract/customers/notes.ts'

/** Labels of the kinds of notes. */
export const noteKind: Record<NoteKind, { readonly title: string; readonly icon: typeof IconNote }> = {
  note: { title: 'Note', icon: IconNote },
  call: { title: 'Call', icon: IconPhone },
  email: { title: 'Email', icon: IconMail },
  meeting: { title: 'Meeting', icon: IconCalendarEvent },
}

/** Returns a note as its form edits it. */
export const inputOf = ({ kind, text, is_pinned, follow_up_on }: CustomerNote): NoteInput => ({
  kind,
  text,
  is_pinned,
  follow_up_on,
})
