import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { session } from '#api/session.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { Select } from '#kit/select.tsx'
import { useColleagueOptions } from '#parts/people/colleagues.ts'

import { type ChangeDialogProps, useChangeDialog } from '../-changes/use-change-dialog.tsx'
import { countOf } from '../-deletion.tsx'

/** Assigns several customers to a person, themselves unless they choose, or to nobody. */
export function AssignDialog(props: ChangeDialogProps) {
  const { customers, who, onClose } = props
  const people = useColleagueOptions()
  const { user } = useSuspenseQuery(session.current()).data
  const [person, setPerson] = useState(String(user.id))
  const { request, problem, send } = useChangeDialog(props)
  return (
    <FormDialog
      title={`Assign ${who ?? countOf('ids' in customers ? customers.ids.length : customers.count)}`}
      action="Assign"
      request={request}
      problem={problem}
      onSubmit={() => send({ kind: 'assign', person: person === '' ? null : Number(person) })}
      onClose={onClose}
    >
      <Select
        label="Assigned to"
        data={[
          { value: '', label: 'Nobody' },
          ...people.map(({ value, label }) => ({ value: String(value), label })),
        ]}
        value={person}
        onChange={({ currentTarget }) => setPerson(currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  )
}
