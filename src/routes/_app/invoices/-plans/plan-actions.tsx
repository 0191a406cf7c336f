import { IconArchive, IconArchiveOff, IconPencil, IconUserPlus } from '@tabler/icons-react'

import { plans } from '#api/plans.ts'
import type { Plan } from '#contract/invoices/plans.ts'
import { useAttempt } from '#kit/attempt.ts'
import { RecordActions } from '#kit/record-actions.tsx'
import { prepareToasts, toast } from '#kit/toast.ts'

prepareToasts()

/** Actions on a plan, in the palette as well. */
export function PlanActions({ plan }: { plan: Plan }) {
  const { id, archived_at } = plan
  const isArchived = archived_at !== null
  const { mutate } = useAttempt(plans.setArchived(id))
  const setArchived = () =>
    mutate(
      { isArchived: !isArchived },
      {
        onSuccess: () => void toast.success(isArchived ? 'Plan available again' : 'Plan archived'),
        onError: toast.failed('plan', 'Couldn’t change the plan'),
      },
    )
  const [archiveWord, archiveIcon] = isArchived
    ? (['Unarchive', IconArchiveOff] as const)
    : (['Archive', IconArchive] as const)
  return (
    <RecordActions
      actions={[
        {
          label: 'Edit plan',
          word: 'Edit',
          icon: IconPencil,
          run: { to: '/invoices/plans/$id/edit', params: { id: String(id) } },
          button: 'default',
          keys: 'e',
        },
        !isArchived && {
          label: 'Subscribe a customer',
          icon: IconUserPlus,
          run: { to: '/invoices/subscriptions/new', search: { plan: id } },
          button: 'filled',
        },
        { label: `${archiveWord} plan`, word: archiveWord, icon: archiveIcon, run: setArchived },
      ]}
    />
  )
}
