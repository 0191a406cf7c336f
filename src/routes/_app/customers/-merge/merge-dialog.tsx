import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { customers } from '#api/customers.ts'
import { prepareToasts } from '#kit/toast.ts'
import { CustomerSelect } from '#parts/customers/customer-select.tsx'

import { MergeChoices } from './merge-choices.tsx'

prepareToasts()

interface Props {
  /** The customer that stays. */
  survivor: number
  /** Undefined: to be chosen first. */
  other: number | undefined
  onClose: () => void
  onMerged: (survivor: number) => void
}

/** Merges two customers into one: whom, then which values. */
export function MergeDialog({ survivor, other, onClose, onMerged }: Props) {
  const [pair, setPair] = useState<{ survivor: number; other: number | undefined }>({ survivor, other })
  const own = useQuery(customers.toEdit(pair.survivor))
  const theirs = useQuery({
    ...customers.toEdit(pair.other ?? 0),
    enabled: pair.other !== undefined,
    // Once it is merged, there is no such customer to read again.
    staleTime: 'static',
  })
  const isSame = pair.other === pair.survivor
  const nameOf = ({ data }: typeof own) => data && `${data.customer.name} ${data.customer.last_name}`
  const [ownName = 'this customer', otherName] = [nameOf(own), isSame ? undefined : nameOf(theirs)]
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={
        otherName === undefined
          ? `Merge ${ownName} with another customer`
          : otherName === ownName
            ? `Merge two customers named ${ownName}`
            : `Merge ${otherName} into ${ownName}`
      }
    >
      <Stack gap="md">
        {other === undefined && (
          <CustomerSelect
            label="Other customer"
            placeholder="Search customers"
            value={pair.other}
            error={isSame && 'Choose another customer than this one'}
            onCustomer={(id) => setPair({ ...pair, other: id })}
          />
        )}
        {own.data && theirs.data && pair.other !== undefined && !isSame ? (
          <MergeChoices
            key={`${pair.survivor} ${pair.other}`}
            own={own.data}
            other={theirs.data}
            onSwap={
              other === undefined
                ? undefined
                : () => setPair({ survivor: pair.other ?? survivor, other: pair.survivor })
            }
            onReload={() => void Promise.all([own.refetch(), theirs.refetch()])}
            onClose={onClose}
            onMerged={() => onMerged(pair.survivor)}
          />
        ) : (
          <>
            {(own.error ?? theirs.error) ? (
              <Text size="sm" role="alert">
                {(own.error ?? theirs.error)?.message}.
              </Text>
            ) : (
              <Text size="sm" c="dimmed">
                {other === undefined
                  ? 'Choose the customer to merge into this one. Its invoices, contacts, notes, files and activity move here.'
                  : 'Loading…'}
              </Text>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  )
}
