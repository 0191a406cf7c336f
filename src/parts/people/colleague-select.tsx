import type { NativeSelectProps } from '@mantine/core'

import { Select } from '#kit/select.tsx'

import { useColleagueOptions } from './colleagues.ts'

interface Props extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  /** What choosing no person is called. */
  none: string
  person: number | undefined
  /** The name of the chosen one, until the list says it. */
  name?: string | undefined
  onPerson: (person: number | undefined) => void
}

/** Chooses a person who works in the account, or none. */
export function ColleagueSelect({ none, person, name, onPerson, ...rest }: Props) {
  const people = useColleagueOptions()
  const isListed = people.some(({ value }) => value === person)
  const chosen =
    person !== undefined && name !== undefined && !isListed ? [{ value: person, label: name }] : []
  return (
    <Select
      {...rest}
      data={[
        { value: '', label: none },
        ...[...chosen, ...people].map(({ value, label }) => ({ value: String(value), label })),
      ]}
      value={person === undefined ? '' : String(person)}
      onChange={({ currentTarget: { value } }) => onPerson(value === '' ? undefined : Number(value))}
    />
  )
}
