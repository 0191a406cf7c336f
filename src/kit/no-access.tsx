import { IconLock } from '@tabler/icons-react'

import { abilityName } from '#lib/ability-name.ts'

import { EmptyState } from './empty-state.tsx'

/** Shown instead of a screen that the role has no access to. */
export function NoAccess({ title, ability }: { title: string; ability: string }) {
  return (
    <EmptyState icon={IconLock} title={title} isPage>
      This requires the “{abilityName(ability)}” permission, which your role doesn’t have. Ask an account
      owner to change your role.
    </EmptyState>
  )
}
