import { Group } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconCopyPlus, IconPencil } from '@tabler/icons-react'

import type { Service } from '#contract/services/services.ts'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { RecordActions } from '#kit/record-actions.tsx'
import { ability } from '#parts/services/manage.ts'

import { useSetActive } from './-bulk/use-set-active.ts'

interface Props {
  service: Service
  /** For someone who may only look, with the reason. */
  isLocked: boolean
  /** The drawer keeps its content while it closes. */
  isOpen: boolean
}

/** Actions on the service in the drawer. */
export function ServiceActions({ service: { id, is_active }, isLocked, isOpen }: Props) {
  const setActive = useSetActive()
  const verb = is_active ? 'Deactivate' : 'Activate'
  const shown = { button: 'default', isDisabled: isLocked } as const
  return (
    <>
      <Group gap="xs">
        <RecordActions
          isOpen={isOpen}
          actions={[
            {
              ...shown,
              label: 'Edit service',
              word: 'Edit',
              icon: IconPencil,
              run: { to: '/services/$id/edit', params: { id: String(id) } },
              keys: 'e',
            },
            {
              ...shown,
              label: 'Duplicate service',
              word: 'Duplicate',
              icon: IconCopyPlus,
              run: { to: '/services/new', search: { from: id } },
            },
            {
              ...shown,
              label: `${verb} service`,
              word: verb,
              icon: is_active ? IconCircleOff : IconCircleCheck,
              run: () => setActive.mutate({ ids: [id], is_active: !is_active }),
              isPending: setActive.isPending,
            },
          ]}
        />
      </Group>
      {isLocked && <NeedsPermission ability={ability} to="change services" />}
    </>
  )
}
