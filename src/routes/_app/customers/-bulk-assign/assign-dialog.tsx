import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { session } from '#api/session.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { ColleagueSelect } from '#parts/people/colleague-select.tsx'

import { type ChangeDialogProps, useChangeDialog } from '../-changes/use-change-dialog.tsx'
import { countOf } from '../-deletion.tsx'

/** Assigns several customers to a person, themselves unless they choose, or to nobody. */
export function AssignDialog(props: ChangeDialogProps) {
  const { customers, who, onClose } = props
  const { user } = useSuspenseQuery(session.current()).data
  const [person, setPerson] = useState<number | undefined>(user.id)
  const { request, problem, send } = useChangeDialog(props)
  return (
    <FormDialog
      title={`Assign ${who ?? countOf('ids' in customers ? customers.ids.length : customers.count)}`}
      action="Assign"
      request={request}
      problem={problem}
      onSubmit={() => send({ kind: 'assign', person: person ?? null })}
      onClose={onClose}
    >
      <ColleagueSelect
        label="Assigned to"
        none="Nobody"
        person={person}
        onPerson={setPerson}
        data-autofocus
      />
    </FormDialog>
  )
}
