import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { contacts } from '#api/contacts.ts'
import { customerMerge } from '#api/customer-merge.ts'
import { invoices } from '#api/invoices.ts'
import type { Customer } from '#contract/customers/customers.ts'
import type { MergedField } from '#contract/customers/merge.ts'
import { useAttempt } from '#kit/attempt.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { toast } from '#kit/toast.ts'
import { listText } from '#lib/locale.ts'

import { type MergeRow, differences, movingParts, takesByDefault } from './merge-rows.ts'
import { MergeTable } from './merge-table.tsx'

interface Versioned {
  readonly customer: Customer
  readonly version: string
}

interface Props {
  own: Versioned
  other: Versioned
  /** Keeps the other one instead. Undefined where the survivor is given. */
  onSwap: (() => void) | undefined
  /** Reads both again. */
  onReload: () => void
  onClose: () => void
  onMerged: () => void
}

const nameOf = ({ customer: { name, last_name } }: Versioned) => `${name} ${last_name}`

/** Which values are kept and what moves, before two customers are merged. */
export function MergeChoices({ own, other, onSwap, onReload, onClose, onMerged }: Props) {
  const [chosen, setChosen] = useState<ReadonlyMap<MergeRow['key'], boolean>>(new Map())
  const request = useAttempt(customerMerge.request())
  const [survivorName, otherName] = [nameOf(own), nameOf(other)]
  const rows = differences(own.customer, other.customer)
  const takes = (row: MergeRow) => chosen.get(row.key) ?? takesByDefault(row)
  const taken = rows.filter(takes).map((row) => row.key)
  const moving = useMovingParts(other.customer)
  const hasChanged = request.error?.kind === 'changed'
  const send = () =>
    request.mutate(
      {
        survivor: { id: own.customer.id, version: own.version },
        other: { id: other.customer.id, version: other.version },
        take: taken.filter((field): field is MergedField => typeof field === 'string'),
        takeCustomFields: taken.filter((field): field is number => typeof field === 'number'),
      },
      {
        onSuccess: () => {
          void toast.success(`${otherName} merged into ${survivorName}`)
          onMerged()
        },
        onError: ({ kind }) => kind === 'changed' && onReload(),
      },
    )
  return (
    <>
      {rows.length === 0 ? (
        <Text size="sm">Both have the same details.</Text>
      ) : (
        <MergeTable
          rows={rows}
          sides={[own.customer, other.customer]}
          takes={takes}
          onTake={(row, isTaken) => setChosen(new Map(chosen).set(row.key, isTaken))}
        />
      )}
      <div role="region" aria-label="What happens">
        <Text size="sm">
          The customer on the left stays{moving.length > 0 && ` and gets ${listText(moving, 'and')}`}. The one
          on the right moves to the trash with the values that aren’t kept. Links to it lead to the one that
          stays. You can restore the removed customer from the trash for 30 days.
        </Text>
      </div>
      <InlineProblem
        error={
          hasChanged
            ? { message: 'One of them was changed in the meantime. Check the values, then try again' }
            : request.error
        }
      />
      <Group justify="flex-end" gap="xs">
        {onSwap && (
          <Button variant="subtle" disabled={request.isPending} onClick={onSwap} mr="auto">
            Keep the other one instead
          </Button>
        )}
        <Button variant="default" disabled={request.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button loading={request.isPending} onClick={send}>
          Merge customers
        </Button>
      </Group>
    </>
  )
}

function useMovingParts(other: Customer): string[] {
  const invoiceList = useQuery(
    invoices.list({ page: 1, size: 1, search: '', customer: other.id, sort: '-created_at' }),
  )
  const contactList = useQuery(contacts.list({ page: 1, size: 1, customer: other.id, sort: 'id' }))
  return movingParts(other, {
    invoices: invoiceList.data?.total ?? 0,
    contacts: contactList.data?.total ?? 0,
  })
}
