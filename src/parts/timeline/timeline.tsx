import { Box, Button, Chip, Group, Text } from '@mantine/core'
import {
  IconCalendarEvent,
  IconCircleDot,
  IconFileInvoice,
  IconFileText,
  IconNote,
  IconPackage,
  IconSignature,
  IconUser,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

import { TextLink } from '#kit/link.tsx'
import { Money } from '#kit/money.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { pluralize } from '#lib/pluralize.ts'

import { type HistoryEntry, kindTitle } from './history.ts'
import { NoteEntry } from './note-entry.tsx'
import { noteKind } from './note-kinds.ts'

import words from './entry-text.module.css'
import classes from './timeline.module.css'

const icons: Partial<Record<string, typeof IconNote>> = {
  note: IconNote,
  invoice: IconFileInvoice,
  contract: IconSignature,
  proposal: IconFileText,
  customer: IconUser,
  service: IconPackage,
  meeting: IconCalendarEvent,
}

const shownAtFirst = 10

interface Props {
  entries: readonly HistoryEntry[]
  /** The one kind to show; undefined for all. */
  only: string | undefined
  onOnly: (kind: string | undefined) => void
  /** Above the entries: the way to add a note. */
  composer?: ReactNode
  canManageNotes?: boolean
}

/** Activity of a customer, newest first. */
export function Timeline({ entries, only, onOnly, composer, canManageNotes = false }: Props) {
  const [isLong, setIsLong] = useState(false)
  const kinds = [...new Set(entries.map(({ kind }) => kind))].toSorted()
  const matching = entries.filter(({ kind }) => only === undefined || kind === only)
  const shown = isLong ? matching : matching.slice(0, shownAtFirst)
  return (
    <SectionCard title="Activity">
      {composer && <Box mb="md">{composer}</Box>}
      {kinds.length > 1 && (
        <Chip.Group value={only ?? ''} onChange={(kind) => onOnly(kind === '' ? undefined : String(kind))}>
          <Group gap={6} mb="md" role="group" aria-label="Show">
            <Chip value="" size="xs">
              All
            </Chip>
            {kinds.map((kind) => (
              <Chip key={kind} value={kind} size="xs">
                {kindTitle(kind)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      {matching.length === 0 && (
        <Text c="dimmed" size="sm">
          {entries.length === 0 ? 'No activity yet.' : 'No entries of this type.'}
        </Text>
      )}
      <ol className={classes.entries}>
        {shown.map((entry) => (
          <TimelineEntry key={entry.key} entry={entry} canManageNotes={canManageNotes} />
        ))}
      </ol>
      {shown.length < matching.length && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setIsLong(true)}>
          Show {pluralize(matching.length - shown.length, 'older entry', 'older entries')}
        </Button>
      )}
    </SectionCard>
  )
}

interface EntryProps {
  entry: HistoryEntry
  canManageNotes: boolean
}

/** An entry of the activity. */
export function TimelineEntry({ entry, canManageNotes }: EntryProps) {
  const { kind, title, text, by, at, invoice, note } = entry
  const Icon = note ? noteKind[note.kind].icon : (icons[kind] ?? IconCircleDot)
  if (note)
    return (
      <li className={classes.entry}>
        <span className={classes.icon} aria-hidden>
          <Icon size={14} stroke={1.7} />
        </span>
        <NoteEntry note={note} canManage={canManageNotes} />
      </li>
    )
  return (
    <li className={classes.entry}>
      <span className={classes.icon} aria-hidden>
        <Icon size={14} stroke={1.7} />
      </span>
      <div className={classes.words}>
        <div className={classes.head}>
          <span className={classes.title}>{title}</span>
          <span className={`${words.time} ${classes.time}`}>
            <RelativeTime datetime={at} />
          </span>
        </div>
        {invoice && (
          <p className={words.text}>
            <TextLink to="/invoices/$id" params={{ id: String(invoice.id) }} inherit>
              {invoice.invoice_number}
            </TextLink>{' '}
            · <Money amount={invoice.total_amount} currency={invoice.currency} />
          </p>
        )}
        {text !== '' && (
          <p className={words.text} dir="auto">
            {text}
          </p>
        )}
        {by !== '' && <p className={words.by}>{by}</p>}
      </div>
    </li>
  )
}
