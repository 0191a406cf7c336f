import { IconArchive, IconArchiveOff, IconPencil, IconUserPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'

import { plans } from '#api/plans.ts'
import type { Plan } from '#contract/invoices/plans.ts'
import { useAttempt } from '#kit/attempt.ts'
import { ButtonLink } from '#kit/link.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { useEditKey } from '#kit/page-keys.ts'
import { RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'
import { prepareToasts, toast } from '#kit/toast.ts'

prepareToasts()

/** Actions on a plan, in the palette as well. */
export function PlanActions({ plan }: { plan: Plan }) {
  const { id, archived_at } = plan
  const isArchived = archived_at !== null
  const navigate = useNavigate()
  const { mutate } = useAttempt(plans.setArchived(id))
  const setArchived = () =>
    mutate(
      { isArchived: !isArchived },
      {
        onSuccess: () => void toast.success(isArchived ? 'Plan available again' : 'Plan archived'),
        onError: ({ message }) =>
          void toast({ id: 'plan', color: 'red', title: 'Couldn’t change the plan', message }),
      },
    )
  const edit = () => void navigate({ to: '/invoices/plans/$id/edit', params: { id: String(id) } })
  const subscribe = () => void navigate({ to: '/invoices/subscriptions/new', search: { plan: id } })
  const [archiveWord, archiveIcon] = isArchived
    ? (['Unarchive', IconArchiveOff] as const)
    : (['Archive', IconArchive] as const)
  useEditKey(edit)
  usePageActions([
    ...(isArchived ? [] : [{ label: 'Subscribe a customer', icon: IconUserPlus, run: subscribe }]),
    { label: 'Edit plan', icon: IconPencil, run: edit },
    { label: `${archiveWord} plan`, icon: archiveIcon, run: setArchived },
  ])
  return (
    <>
      <ButtonLink
        to="/invoices/plans/$id/edit"
        params={{ id: String(id) }}
        size="sm"
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        aria-keyshortcuts="e"
      >
        Edit
      </ButtonLink>
      {!isArchived && (
        <ButtonLink
          to="/invoices/subscriptions/new"
          search={{ plan: id }}
          size="sm"
          leftSection={<IconUserPlus size={16} aria-hidden />}
        >
          Subscribe a customer
        </ButtonLink>
      )}
      <RecordMenu width={180}>
        <RecordMenuItem icon={archiveIcon} onClick={setArchived}>
          {archiveWord}
        </RecordMenuItem>
      </RecordMenu>
    </>
  )
}
