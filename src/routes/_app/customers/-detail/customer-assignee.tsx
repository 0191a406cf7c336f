import { useMutation, useQuery } from '@tanstack/react-query'

import { customerAssignee } from '#api/customer-assignee.ts'
import { customers } from '#api/customers.ts'
import type { Assignee } from '#contract/customers/customers.ts'
import { FactState } from '#kit/facts.tsx'
import { Select } from '#kit/select.tsx'
import { toast } from '#kit/toast.ts'
import { useColleagueOptions } from '#parts/people/colleagues.ts'

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
  const people = useColleagueOptions()
  const assign = useMutation({
    ...customerAssignee(),
    onError: toast.failed('assign', 'Couldn’t assign the customer'),
  })
  const chosen = assign.isPending ? assign.variables.person : (assignee?.id ?? null)
  const isListed = people.some(({ value }) => value === assignee?.id)
  const options = assignee && !isListed ? [{ value: assignee.id, label: assignee.name }] : people
  return (
    <Select
      size="xs"
      maw="16rem"
      aria-label="Assigned to"
      disabled={assignee === undefined}
      data={[
        { value: '', label: 'Nobody' },
        ...options.map(({ value, label }) => ({ value: String(value), label })),
      ]}
      value={chosen === null ? '' : String(chosen)}
      onChange={({ currentTarget: { value } }) =>
        assign.mutate({ id: customerId, person: value === '' ? null : Number(value) })
      }
    />
  )
}
