import { useMutation, useQuery } from '@tanstack/react-query'

import { customerAssignee } from '#api/customer-assignee.ts'
import { customers } from '#api/customers.ts'
import type { Assignee } from '#contract/customers/customers.ts'
import { FactState } from '#kit/facts.tsx'
import { toast } from '#kit/toast.ts'
import { ColleagueSelect } from '#parts/people/colleague-select.tsx'

interface Props {
  customerId: number
  canEdit: boolean
}

/** Who looks after the customer. */
export function CustomerAssignee({ customerId, canEdit }: Props) {
  const { data } = useQuery(customers.byId([customerId]))
  const assignee = data?.get(customerId)?.assignee
  return (
    <FactState label="Assigned to">
      {canEdit ? (
        <AssigneeSelect customerId={customerId} assignee={assignee} />
      ) : (
        (assignee?.name ?? 'Nobody')
      )}
    </FactState>
  )
}

interface SelectProps {
  customerId: number
  /** Undefined until that is known. */
  assignee: Assignee | null | undefined
}

function AssigneeSelect({ customerId, assignee }: SelectProps) {
  const assign = useMutation({
    ...customerAssignee(),
    onError: toast.failed('assign', 'Couldn’t assign the customer'),
  })
  return (
    <ColleagueSelect
      size="xs"
      maw="16rem"
      aria-label="Assigned to"
      none="Nobody"
      disabled={assignee === undefined}
      person={(assign.isPending ? assign.variables.person : assignee?.id) ?? undefined}
      name={assignee?.name}
      onPerson={(person) => assign.mutate({ id: customerId, person: person ?? null })}
    />
  )
}
