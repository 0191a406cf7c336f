import { Table, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { serviceWrites } from '#api/service-writes.ts'
import { services } from '#api/services.ts'
import type { PriceChange } from '#contract/services/changes.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { Money } from '#kit/money.tsx'
import { toast } from '#kit/toast.ts'
import { pluralize } from '#lib/pluralize.ts'

import { showFailure } from './use-set-active.ts'

import classes from './prices-dialog.module.css'

interface Props {
  ids: readonly number[]
  onClose: () => void
}

/** A change that may have been saved, because it got no response: the next try is the same request. */
interface Attempt {
  readonly percent: number | undefined
  readonly prices: readonly PriceChange[]
}

const mayBeSaved = new Set<string>(['offline', 'timeout', 'aborted', 'broken'])

/** Changes prices by a percentage; what is shown is exactly what is saved. */
export function PricesDialog({ ids, onClose }: Props) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed, 250)
  const percent = percentOf(settled)
  const [unsettled, setUnsettled] = useState<Attempt | null>(null)
  const repeated = unsettled?.percent === percent ? unsettled : null
  const preview = useQuery({
    ...serviceWrites.pricePreview(ids, percent ?? 0),
    placeholderData: keepPreviousData,
    // What was saved without a response would be raised once more.
    enabled: percent !== undefined && !repeated,
  })
  const undo = useAttempt({
    ...serviceWrites.setPrices(),
    onSuccess: () => void toast.success('Prices restored'),
    onError: showFailure,
  })
  const setPrices = useAttempt({
    ...serviceWrites.setPrices(),
    onSuccess: (written) =>
      void toast.success(`${pluralize(written.length, 'price')} changed`, {
        undo: () => undo.mutate({ prices: written.map(reversed) }),
      }),
  })
  const isCurrent =
    percent !== undefined && typed === settled && (repeated !== null || !preview.isPlaceholderData)
  const rows = percent === undefined ? [] : (preview.data ?? [])
  const changes = repeated?.prices ?? rows.filter(({ from, to }) => from !== to)
  const save = () => {
    const attempt = repeated ?? { percent, prices: changes }
    setUnsettled(attempt)
    setPrices.mutate(
      { prices: attempt.prices },
      {
        onSuccess: onClose,
        onError: ({ kind }) => {
          if (mayBeSaved.has(kind)) return
          setUnsettled(null)
          void client.invalidateQueries({ queryKey: services.all })
        },
      },
    )
  }
  const hasChanged = setPrices.error?.kind === 'changed'
  return (
    <FormDialog
      title={`Change prices of ${pluralize(ids.length, 'service')}`}
      action={`Change ${pluralize(changes.length, 'price')}`}
      size="lg"
      isDisabled={!isCurrent || preview.isFetching || changes.length === 0}
      request={setPrices}
      problem={
        <InlineProblem
          error={
            hasChanged
              ? {
                  message:
                    'Some services were changed in the meantime. Check the new preview, then try again.',
                }
              : setPrices.error
          }
        />
      }
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Change by (%)"
        description="For example 5 to raise prices, or -10 to lower them. New prices are rounded to the currency’s smallest unit."
        inputMode="text"
        autoComplete="off"
        data-autofocus
        maw={420}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={settled.trim() !== '' && percent === undefined && problem}
      />
      <InlineProblem error={preview.error} />
      {rows.length > 0 && <Preview rows={rows} isStale={!isCurrent} />}
    </FormDialog>
  )
}

function Preview({ rows, isStale }: { rows: readonly PriceChange[]; isStale: boolean }) {
  return (
    <div className={classes.preview} role="region" aria-label="Preview" aria-busy={isStale} tabIndex={0}>
      <Table verticalSpacing={6} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Service</Table.Th>
            <Table.Th ta="end">Current price</Table.Th>
            <Table.Th ta="end">New price</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, name, currency, from, to }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <bdi>{name}</bdi>
              </Table.Td>
              <Table.Td ta="end">
                <Money amount={from} currency={currency} />
              </Table.Td>
              <Table.Td ta="end">
                {from === to ? (
                  <Text span size="sm" c="dimmed">
                    Unchanged
                  </Text>
                ) : (
                  <Money amount={to} currency={currency} />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

const problem = 'Enter a number from -100 to 1000 with at most 2 decimals'

/** A typed percentage; the minus may be any that keyboards write. */
function percentOf(typed: string): number | undefined {
  const text = typed
    .trim()
    .replace(/%$/, '')
    .trim()
    .replace(',', '.')
    .replace(/^[−–]/, '-')
    .replace(/^\+/, '')
  const percent = /^-?\d{1,4}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  return percent >= -100 && percent <= 1000 && percent !== 0 ? percent : undefined
}

const reversed = (change: PriceChange): PriceChange => ({ ...change, from: change.to, to: change.from })
