import { useQuery } from '@tanstack/react-query'

import { meetings } from '#api/meetings.ts'

/** The people who work in the account, to choose from. */
export function usePersonOptions() {
  const { data } = useQuery(meetings.people())
  return (data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

/** What the chip of a person says. */
export function usePersonName(id: number | undefined): string {
  const { data } = useQuery({ ...meetings.people(), enabled: id !== undefined })
  return data?.find((person) => person.id === id)?.name ?? `Person ${id}`
}
