import { Code } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'

import { EmptyState } from './empty-state.tsx'

/** In place of a screen that the role does not open. */
export function Locked({ title, ability }: { title: string; ability: string }) {
  return (
    <EmptyState icon={IconLock} title={title} isPage>
      This needs the ability <Code>{ability}</Code>, which your role does not have. An owner of this account
      can give you another role.
    </EmptyState>
  )
}
