import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { csvExports, exportSelected } from '#api/exports.ts'
import type { ListQuery } from '#api/page.ts'
import type { Features } from '#contract/access/session.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { ListExport } from '#kit/list/export.tsx'
import { SelectionBar } from '#kit/list/selection-bar.tsx'

import { ChangeDialogs } from './-change-dialogs.tsx'
import { useChange } from './-changes/use-change.ts'
import { type Selection, countOf, deleteWithUndo } from './-deletion.tsx'
import { MergeButton } from './-merge/merge-button.tsx'
import { useProductionHost } from './-production-host.ts'

const DeleteDialog = lazyWithRetry(async () => (await import('./-delete-dialog.tsx')).DeleteDialog)
const DeleteMatchingDialog = lazyWithRetry(
  async () => (await import('./-delete-matching-dialog.tsx')).DeleteMatchingDialog,
)

/** Up to this many, the time to undo is enough, so nobody is asked first. */
const deletedUnasked = 10

interface Props {
  selection: Selection
  /** Everyone who matches is selected, rather than these. */
  isAll: boolean
  /** Of the list: what it is narrowed by, in words too, and how many match. */
  query: ListQuery
  narrowedBy: readonly string[]
  total: number
  features: Features
  /** Undefined where all can't be selected at the moment. */
  onSelectAll: (() => void) | undefined
  onClear: () => void
}

/** Actions on the selected customers, or on all that match. */
export function DeleteBar(props: Props) {
  const { selection, isAll, query, narrowedBy, total, features, onSelectAll, onClear } = props
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const productionHost = useProductionHost()
  const remove = () => {
    // In production the deletion is confirmed by hand.
    if (isAll || selection.size > deletedUnasked || productionHost !== null) return setIsAsking(true)
    void deleteWithUndo(client, selection)
    onClear()
  }
  const close = () => setIsAsking(false)
  const [first, second, third] = selection.keys()
  return (
    <>
      <SelectionBar
        label={isAll ? `All ${countOf(total)} selected` : `${countOf(selection.size)} selected`}
        total={total}
        onSelectAll={onSelectAll}
        isNarrowed={narrowedBy.length > 0}
        onClear={onClear}
      >
        {features.records && (
          <>
            <ListExport
              name="customers"
              one="customer"
              total={isAll ? total : selection.size}
              file={
                isAll
                  ? csvExports.customers(client, features, query)
                  : exportSelected('customers', [...selection.keys()])
              }
              compact
            />
            <ChangeButtons {...{ selection, isAll, query, total, onClear }} />
            {!isAll && first !== undefined && second !== undefined && third === undefined && (
              <MergeButton survivor={first} other={second} onMerged={onClear} />
            )}
          </>
        )}
        {(!isAll || features.records) && (
          <Button size="compact-md" color="red" onClick={remove}>
            Delete
          </Button>
        )}
      </SelectionBar>
      {isAsking && (
        <Suspense>
          {isAll ? (
            <DeleteMatchingDialog
              query={query}
              total={total}
              narrowedBy={narrowedBy}
              onClose={close}
              onDeleting={onClear}
            />
          ) : (
            <DeleteDialog selection={selection} onClose={close} onDeleting={onClear} />
          )}
        </Suspense>
      )}
    </>
  )
}

interface ChangeButtonsProps {
  selection: Selection
  /** Everyone who matches is selected, rather than these. */
  isAll: boolean
  query: ListQuery
  /** How many match. */
  total: number
  onClear: () => void
}

/** Changes the selected customers. Where both active and archived ones are listed, both ways of archiving are offered. */
function ChangeButtons({ selection, isAll, query, total, onClear }: ChangeButtonsProps) {
  const { isBusy, change } = useChange()
  const shown = query.filters?.['archived']
  const customers = isAll ? { query, count: total } : { ids: [...selection.keys()] }
  const who = !isAll && selection.size === 1 ? [...selection.values()][0] : undefined
  const button = (kind: 'archive' | 'unarchive', label: string) => (
    <Button
      size="compact-md"
      variant="default"
      disabled={isBusy}
      onClick={() => change({ kind, customers, who }, { onSuccess: onClear })}
    >
      {label}
    </Button>
  )
  return (
    <>
      {shown !== 'yes' && button('archive', 'Archive')}
      {shown !== 'no' && button('unarchive', 'Unarchive')}
      <ChangeDialogs customers={customers} who={who} onChanging={onClear} />
    </>
  )
}
