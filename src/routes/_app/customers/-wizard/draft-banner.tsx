import { DraftBanner } from '#kit/draft/banner.tsx'

import { PhotoPreview } from '../-inputs/photo-preview.tsx'
import { type CustomerDraft, customerOf } from './customer-draft.ts'

interface Props {
  draft: CustomerDraft
  onResume: () => void
  onDiscard: () => void
}

/** Offers an unfinished customer. */
export function CustomerDraftBanner({ draft, ...answers }: Props) {
  const { name, last_name, photo, business } = customerOf(draft)
  const who = `${name} ${last_name}`.trim() || business.company_name.trim()
  return (
    <DraftBanner
      picture={<PhotoPreview photo={photo} name={who} size="sm" />}
      savedAt={draft.savedAt}
      {...answers}
    >
      {who === '' ? 'Unfinished customer' : <bdi title={who}>{who}</bdi>}
    </DraftBanner>
  )
}
