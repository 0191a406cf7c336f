import { Button, Group, Modal, Stack } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { serviceWrites } from '#api/service-writes.ts'
import { services } from '#api/services.ts'
import { session } from '#api/session.ts'
import type { TagChange } from '#contract/service-changes.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { newKey } from '#lib/new-key.ts'
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
  const attempt = useRef<{ key: string; text: string } | null>(null)
  const undo = useSingleFlightMutation({
    ...serviceWrites.retag(),
    onSuccess: () => void toast.success('Tags restored'),
    onError: showFailure,
  })
  const retag = useSingleFlightMutation({
    ...serviceWrites.retag(),
    onSuccess: (changes) => {
      const changed = changes.flatMap((change) => change.ids)
      if (changed.length === 0) return void toast.success('These services already have those tags')
      void toast.success(`Tags of ${pluralize(changed.length, 'service')} changed`, {
        undo: () => undo.mutate({ changes: changes.map(reversed), key: newKey() }),
      })
    },
  })
  const save = () => {
    const text = JSON.stringify([ids, add, remove])
    // The same change again is the same request, so that one whose response was lost can still be undone.
    if (attempt.current?.text !== text) attempt.current = { key: newKey(), text }
    const changes = [{ ids: [...ids], add, remove: remove.filter((tag) => !add.includes(tag)) }]
    retag.mutate({ changes, key: attempt.current.key }, { onSuccess: onClose })
  }
  const tags = known?.tags.map(({ name }) => name) ?? []
  const count = pluralize(ids.length, 'service')
  return (
    <Modal opened onClose={onClose} title={`Change tags of ${count}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Stack gap="md">
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
          <InlineProblem error={retag.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={retag.isPending} disabled={add.length + remove.length === 0}>
              Change tags
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const reversed = ({ ids, add, remove }: TagChange): TagChange => ({ ids, add: remove, remove: add })
