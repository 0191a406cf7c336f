import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { colleagues } from '#api/colleagues.ts'
import { session } from '#api/session.ts'

/** The people who work in the account, to choose from. */
export function useColleagueOptions() {
  const { user } = useSuspenseQuery(session.current()).data
  const { data = [] } = useQuery(colleagues())
  return data.map(({ id, name }) => ({ value: id, label: id === user.id ? `${name} (you)` : name }))
}

/** What the chip of a person says. */
export function useColleagueName(id: number | undefined): string {
  const { data } = useQuery({ ...colleagues(), enabled: id !== undefined })
  return data?.find((person) => person.id === id)?.name ?? `Person ${id}`
}
