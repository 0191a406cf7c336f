import { useQueryClient } from '@tanstack/react-query'

import { viewWrites } from '#api/saved-view-writes.ts'
import { savedViews } from '#api/saved-views.ts'
import type { View, ViewList } from '#contract/account/saved-views.ts'
import { useAttempt } from '#kit/attempt.ts'
import type { SavedView } from '#lib/saved-views.ts'

import type { PersonView } from './person-views.ts'

/** Fields of a view that can change. */
export type ViewChange = Partial<Pick<SavedView, 'name' | 'columns' | 'isPinned' | 'isDefault'>> & {
  readonly isShared?: boolean
}

/** A requested write. */
export type ViewWrite =
  | {
      readonly kind: 'save'
      readonly view: Omit<SavedView, 'id'>
      readonly isShared: boolean
      /** The view whose name it takes. */
      readonly replaced: PersonView | undefined
    }
  | { readonly kind: 'change'; readonly view: PersonView; readonly change: ViewChange }
  | { readonly kind: 'delete'; readonly view: PersonView }

/** Returns a mutation that saves, changes or deletes a view. */
export function useViewWrite() {
  const queryClient = useQueryClient()
  return useAttempt<unknown, ViewWrite & { readonly key: string }>({
    mutationFn: ({ key, ...write }) => send(write, key),
    onMutate: (write) => {
      // The sidebar changes with the click; what fails is put right by reading the views again.
      if (write.kind === 'change')
        queryClient.setQueryData(savedViews.list().queryKey, (views) => views && marked(views, write))
    },
    meta: { stale: savedViews.all },
  })
}

async function send(write: ViewWrite, key: string): Promise<void> {
  if (write.kind === 'save') return save(write, key)
  const { stored } = write.view
  if (write.kind === 'delete') {
    await viewWrites.remove(stored)
    return
  }
  const { name, columns, isShared, isPinned, isDefault } = write.change
  if (name !== undefined || columns !== undefined || isShared !== undefined)
    await viewWrites.update(stored, {
      ...(name !== undefined && { name }),
      ...(columns !== undefined && { columns }),
      ...(isShared !== undefined && { is_shared: isShared }),
    })
  if (isPinned !== undefined || isDefault !== undefined)
    await viewWrites.mark(stored, {
      ...(isPinned !== undefined && { is_pinned: isPinned }),
      ...(isDefault !== undefined && { is_default: isDefault }),
    })
}

/** Returns the service's views with other marks on one of them. A list has one default. */
function marked(views: readonly View[], { view, change }: ViewWrite & { kind: 'change' }): View[] {
  const { isPinned, isDefault } = change
  return views.map((other) => {
    if (other.id !== view.stored.id)
      return isDefault && other.list === view.list ? { ...other, is_default: false } : other
    return { ...other, is_pinned: isPinned ?? other.is_pinned, is_default: isDefault ?? other.is_default }
  })
}

async function save({ view, isShared, replaced }: ViewWrite & { kind: 'save' }, key: string) {
  const { name, search, columns = null, isPinned: is_pinned, isDefault: is_default } = view
  const content = { name, search, columns, is_shared: isShared }
  if (!replaced) {
    // Only lists that have views have this menu.
    await viewWrites.create({ ...content, list: view.list as ViewList, is_pinned, is_default }, key)
    return
  }
  const updated = await viewWrites.update(replaced.stored, content)
  if (updated.is_pinned !== is_pinned || updated.is_default !== is_default)
    await viewWrites.mark(updated, { is_pinned, is_default })
}
