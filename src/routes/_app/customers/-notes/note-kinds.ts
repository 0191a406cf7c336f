import { IconCalendarEvent, IconMail, IconNote, IconPhone } from '@tabler/icons-react'

import type { NoteKind } from '#contract/notes.ts'

/** What staff call each kind of note. */
export const noteKind: Record<NoteKind, { readonly title: string; readonly icon: typeof IconNote }> = {
  note: { title: 'Note', icon: IconNote },
  call: { title: 'Call', icon: IconPhone },
  email: { title: 'Email', icon: IconMail },
  meeting: { title: 'Meeting', icon: IconCalendarEvent },
}
