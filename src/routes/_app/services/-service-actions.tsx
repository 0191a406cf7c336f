import { Button, Group, Stack } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconCopyPlus, IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'

import type { Service } from '#contract/services/services.ts'
import { ButtonLink } from '#kit/link.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { useEditKey } from '#kit/page-keys.ts'
import { ability } from '#parts/services/manage.ts'

import { useSetActive } from './-bulk/use-set-active.ts'

interface Props {
  service: Service
  /** The drawer keeps its content while it closes. */
  isOpen: boolean
}

const edit = <IconPencil size={16} aria-hidden />
const copy = <IconCopyPlus size={16} aria-hidden />

/** Actions on the service in the drawer. `E` edits it. */
export function ServiceActions({ service: { id, is_active }, isOpen }: Props) {
  const navigate = useNavigate()
  const params = { id: String(id) }
  const setActive = useSetActive()
  const toEdit = () => void navigate({ to: '/services/$id/edit', params })
  const toCopy = () => void navigate({ to: '/services/new', search: { from: id } })
  const switchState = () => setActive.mutate({ ids: [id], is_active: !is_active })
  const Sign = is_active ? IconCircleOff : IconCircleCheck
  const verb = is_active ? 'Deactivate' : 'Activate'
  useEditKey(isOpen ? toEdit : undefined)
  usePageActions(
    isOpen
      ? [
          { label: 'Edit service', icon: IconPencil, run: toEdit },
          { label: 'Duplicate service', icon: IconCopyPlus, run: toCopy },
          { label: `${verb} service`, icon: Sign, run: switchState },
        ]
      : [],
  )
  return (
    <Group gap="xs">
      <ButtonLink
        to="/services/$id/edit"
        params={params}
        variant="default"
        leftSection={edit}
        aria-keyshortcuts="e"
      >
        Edit
      </ButtonLink>
      <ButtonLink to="/services/new" search={{ from: id }} variant="default" leftSection={copy}>
        Duplicate
      </ButtonLink>
      <Button
        variant="default"
        leftSection={<Sign size={16} aria-hidden />}
        loading={setActive.isPending}
        onClick={switchState}
      >
        {verb}
      </Button>
    </Group>
  )
}

/** The same for someone who may only look, with the reason. */
export function LockedServiceActions({ isActive }: { isActive: boolean }) {
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Button variant="default" leftSection={edit} disabled>
          Edit
        </Button>
        <Button variant="default" leftSection={copy} disabled>
          Duplicate
        </Button>
        <Button variant="default" disabled>
          {isActive ? 'Deactivate' : 'Activate'}
        </Button>
      </Group>
      <NeedsPermission ability={ability} to="change services" />
    </Stack>
  )
}
