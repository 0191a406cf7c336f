import { Button, Text } from '@mantine/core'
import { type QueryClient, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { csvExports, exportSelected } from '#api/exports.ts'
import { serviceWrites } from '#api/service-writes.ts'
import { type ServiceQuery, services } from '#api/services.ts'
import { session } from '#api/session.ts'
import type { Features } from '#contract/access/session.ts'
import { type TagChange, servicesAtOnce } from '#contract/services/changes.ts'
import type { Service } from '#contract/services/services.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { ListExport } from '#kit/list/export.tsx'
import { SelectionBar } from '#kit/list/selection-bar.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { numberText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'

import { TagList } from '../-edit/tag-list.tsx'
import { mostPicked } from '../-picked-ids.ts'
import type { ServiceSelection } from '../-service-selection.ts'
import { PricesDialog } from './prices-dialog.tsx'
import { showFailure, useSetActive } from './use-set-active.ts'

const loadTimeoutMs = 30_000

interface Props {
  selected: ServiceSelection
  query: ServiceQuery
  isNarrowed: boolean
  /** How many match; 0 while the total is that of another search. */
  total: number
  features: Features
  canManage: boolean
}

/** Actions on the selected services, or on all that match. Up to four can be compared. */
export function ServiceSelectionBar({ selected, query, isNarrowed, total, features, canManage }: Props) {
  const client = useQueryClient()
  const { ids: picked, isAll, isWholePage } = selected
  const ids = [...picked]
  const count = isAll ? total : ids.length
  const canExport = features.records
  const load = useSingleFlightMutation({
    mutationFn: () => every(client, query),
    onError: showFailure,
  })
  // As many as can be changed at once are selected one by one, so that all actions remain.
  const selectAll = () =>
    total > servicesAtOnce
      ? selected.selectAll()
      : load.mutate(undefined, { onSuccess: (rows) => selected.select(rows, true) })
  return (
    <SelectionBar
      label={<span role="status">{labelOf(count, isAll, canManage)}</span>}
      total={total}
      onSelectAll={canExport && isWholePage && total > count ? selectAll : undefined}
      isNarrowed={isNarrowed}
      onClear={selected.clear}
    >
      {isAll && canManage && (
        <Text size="sm" c="dimmed">
          Up to {numberText(servicesAtOnce)} can be changed at once
        </Text>
      )}
      {ids.length > 1 && ids.length <= mostPicked && (
        <ButtonLink
          to="/services/compare"
          search={{ ids: ids.join(',') }}
          variant="default"
          size="compact-md"
        >
          Compare
        </ButtonLink>
      )}
      {canExport && (
        <ListExport
          name="services"
          one="service"
          total={count}
          file={isAll ? csvExports.services(client, features, query) : exportSelected('services', ids)}
          compact
        />
      )}
      {canManage && !isAll && <Changes ids={ids} />}
    </SelectionBar>
  )
}

async function every(client: QueryClient, query: ServiceQuery): Promise<Service[]> {
  const found: Service[] = []
  for await (const { rows } of services.every(client, query, AbortSignal.timeout(loadTimeoutMs)))
    found.push(...rows)
  return found
}

function labelOf(count: number, isAll: boolean, canManage: boolean): string {
  const services = pluralize(count, 'service')
  if (isAll) return `All ${services} selected`
  const isFull = count === servicesAtOnce
  const most = canManage
    ? ', the most that can be changed at once'
    : ', the most that can be selected one by one'
  return `${services} selected${isFull ? most : ''}`
}

/** Changes to all of them at once. */
function Changes({ ids }: { ids: readonly number[] }) {
  const [dialog, setDialog] = useState<'tags' | 'prices'>()
  const setActive = useSetActive()
  const close = () => setDialog(undefined)
  return (
    <>
      <Button variant="default" size="compact-md" onClick={() => setDialog('prices')}>
        Change prices…
      </Button>
      <Button variant="default" size="compact-md" onClick={() => setDialog('tags')}>
        Change tags…
      </Button>
      {[true, false].map((is_active) => (
        <Button
          key={String(is_active)}
          variant="default"
          size="compact-md"
          loading={setActive.isPending && setActive.variables.is_active === is_active}
          onClick={() => setActive.mutate({ ids, is_active })}
        >
          {is_active ? 'Activate' : 'Deactivate'}
        </Button>
      ))}
      {dialog === 'tags' && <TagsDialog ids={ids} onClose={close} />}
      {dialog === 'prices' && <PricesDialog ids={ids} onClose={close} />}
    </>
  )
}

interface TagsDialogProps {
  ids: readonly number[]
  onClose: () => void
}

/** Adds tags to services and removes some. */
function TagsDialog({ ids, onClose }: TagsDialogProps) {
  const { data: current } = useSuspenseQuery(session.current())
  const { data: known } = useQuery(services.facets(current.features, {}))
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const undo = useAttempt({
    ...serviceWrites.retag(),
    onSuccess: () => void toast.success('Tags restored'),
    onError: showFailure,
  })
  const retag = useAttempt({
    ...serviceWrites.retag(),
    onSuccess: (changes) => {
      const changed = changes.flatMap((change) => change.ids)
      if (changed.length === 0) return void toast.success('These services already have those tags')
      void toast.success(`Tags of ${pluralize(changed.length, 'service')} changed`, {
        undo: () => undo.mutate({ changes: changes.map(reversed) }),
      })
    },
  })
  const save = () => {
    const changes = [{ ids: [...ids], add, remove: remove.filter((tag) => !add.includes(tag)) }]
    retag.mutate({ changes }, { onSuccess: onClose })
  }
  const tags = known?.tags.map(({ name }) => name) ?? []
  const count = pluralize(ids.length, 'service')
  return (
    <FormDialog
      title={`Change tags of ${count}`}
      action="Change tags"
      isDisabled={add.length + remove.length === 0}
      request={retag}
      onSubmit={save}
      onClose={onClose}
    >
      <TagList
        data={tags}
        // Open, it would cover the other input before anything is typed.
        openOnFocus={false}
        label="Add tags"
        description="Press Enter or type a comma to add a tag."
        value={add}
        onChange={setAdd}
        data-autofocus
      />
      <TagList data={tags} label="Remove tags" value={remove} onChange={setRemove} />
    </FormDialog>
  )
}

const reversed = ({ ids, add, remove }: TagChange): TagChange => ({ ids, add: remove, remove: add })
