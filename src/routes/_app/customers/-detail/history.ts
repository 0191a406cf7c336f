import type { Customer } from '#contract/customers.ts'

/** A note or an activity entry, on one line of time. */
export interface Entry {
  readonly key: string
  /** `note`, or what the entry is about: `invoice`, `contract`, … */
  readonly kind: string
  readonly title: string
  readonly text: string
  readonly by: string
  readonly at: string
}

/** Notes and activity together, newest first. */
export function historyOf({ notes, activity_log }: Pick<Customer, 'notes' | 'activity_log'>): Entry[] {
  return [
    ...notes.map((note) => ({
      key: `note-${note.id}`,
      kind: 'note',
      title: note.description,
      text: note.note,
      by: note.caused_by,
      at: note.created_at,
    })),
    ...activity_log.map((entry) => ({
      key: `activity-${entry.id}`,
      kind: entry.subject_type,
      title: entry.description,
      text: entry.subject_title,
      by: entry.caused_by,
      at: entry.created_at,
    })),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

/** `note` → `Notes`. */
export function kindTitle(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}s`
}
