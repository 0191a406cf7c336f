import { Button, Group, Text } from '@mantine/core'

import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'

import { PhotoPreview } from '../-inputs/photo-preview.tsx'
import { type CustomerDraft, customerOf } from './customer-draft.ts'

import classes from './draft-banner.module.css'

interface Props {
  draft: CustomerDraft
  onResume: () => void
  onDiscard: () => void
}

/** Offers an unfinished customer, above a form that can be filled in without answering. */
export function DraftBanner({ draft, onResume, onDiscard }: Props) {
  const { name, last_name, photo, business } = customerOf(draft)
  const who = `${name} ${last_name}`.trim() || business.company_name.trim()
  const savedAt = new Date(draft.savedAt).toISOString()
  return (
    <section className={classes.banner} aria-label="Unsaved draft">
      <PhotoPreview photo={photo} name={who} size="sm" />
      <div className={classes.text}>
        <Text fw={500} truncate title={who}>
          {who === '' ? 'Unfinished customer' : <bdi>{who}</bdi>}
        </Text>
        <Text size="xs" c="dimmed" title={momentOf(savedAt)}>
          Unsaved draft from <RelativeTime datetime={savedAt} />
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.actions}>
        <Button variant="subtle" color="gray" onClick={onDiscard}>
          Discard draft
        </Button>
        <Button variant="default" onClick={onResume}>
          Resume draft
        </Button>
      </Group>
    </section>
  )
}
