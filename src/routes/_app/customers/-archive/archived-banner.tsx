import { Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'

import { Banner } from '#kit/banner.tsx'

interface Props {
  canManage: boolean
  onUnarchive: () => void
}

/** Says on the page of a customer that it is archived. */
export function ArchivedBanner({ canManage, onUnarchive }: Props) {
  return (
    <Banner
      icon={IconArchive}
      action={
        canManage && (
          <Button variant="default" size="compact-md" onClick={onUnarchive}>
            Unarchive
          </Button>
        )
      }
    >
      Archived. The list of customers leaves this customer out; invoices and history stay.
    </Banner>
  )
}
