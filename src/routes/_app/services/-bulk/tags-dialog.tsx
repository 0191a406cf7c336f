import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { serviceWrites } from '#api/service-writes.ts'
import { services } from '#api/services.ts'
import { session } from '#api/session.ts'
import type { TagChange } from '#contract/services/changes.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { toast } from '#kit/toast.ts'
import { pluralize } from '#lib/pluralize.ts'

import { TagList } from '../-edit/tag-list.tsx'
import { showFailure } from './use-set-active.ts'

interface Props {
  ids: readonly number[]
  onClose: () => void
}

/** Adds tags to services and removes some. */
export function TagsDialog({ ids, onClose }: Props) {
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
