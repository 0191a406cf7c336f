import { IconBraces, IconLink, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

import { copyLink } from '#kit/copy-with-toast.ts'
import { DeleteMenuItem, RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'

interface Props {
  id: number
  canConvert: boolean
  showsJson: boolean
  onJson: () => void
  /** Undefined where the service or the role doesn't allow it. */
  onDelete: (() => void) | undefined
}

/** Further actions on a contact. */
export function ContactMenu({ id, canConvert, showsJson, onJson, onDelete }: Props) {
  return (
    <RecordMenu width={220}>
      {canConvert && (
        <RecordMenuItem
          icon={IconUserPlus}
          renderRoot={(props) => <Link {...props} to="/customers/new" search={{ contact: id }} />}
        >
          Convert to customer
        </RecordMenuItem>
      )}
      <RecordMenuItem
        icon={IconLink}
        // Without the list that it was opened from.
        onClick={() => void copyLink(new URL(`/contacts?open=${id}`, location.href).href)}
      >
        Copy link
      </RecordMenuItem>
      <RecordMenuItem icon={IconBraces} onClick={onJson}>
        {showsJson ? 'Hide JSON' : 'View JSON'}
      </RecordMenuItem>
      {onDelete && <DeleteMenuItem onClick={onDelete} />}
    </RecordMenu>
  )
}
