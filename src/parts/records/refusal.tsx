import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'

import { session } from '#api/session.ts'
import type { Ability } from '#contract/wire/endpoint.ts'
import { NoAccess } from '#kit/no-access.tsx'
import { NotFound } from '#kit/not-found.tsx'

/** Returns what is shown to those who may not write such a record; undefined for those who may. */
export function useRefusal(
  { ability, plural }: { ability: Ability; plural: string },
  verb: 'create' | 'edit',
): ReactElement | undefined {
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.features.records) return <NotFound />
  if (!current.abilities.includes(ability))
    return <NoAccess title={`You can’t ${verb} ${plural}`} ability={ability} />
  return undefined
}
