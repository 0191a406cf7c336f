import { IconLock } from '@tabler/icons-react'

import { abilityName } from '#lib/ability-name.ts'

import { EmptyState } from './empty-state.tsx'

interface Props {
  title: string
  ability: string
  /** The role has the permission, but the service refuses it anyway. */
  isDeniedByService?: boolean
}

/** Shown instead of a screen that the role, or the service, gives no access to. */
export function NoAccess({ title, ability, isDeniedByService = false }: Props) {
  return (
    <EmptyState icon={IconLock} title={title} isPage>
      This requires the “{abilityName(ability)}” permission, which{' '}
      {isDeniedByService
        ? 'your role has, but the service’s access token doesn’t. Ask an administrator of the service to add it.'
        : 'your role doesn’t have. Ask an account owner to change your role.'}
    </EmptyState>
  )
}
