import { NativeSelect } from '@mantine/core'

import { type Module, modules } from '#contract/permissions.ts'
import type { Chip } from '#kit/list/chips.tsx'

import type { CustomerListSearch } from './-customer-list-search.ts'
import { moduleTitle } from './-permission-rules.ts'

interface Props {
  filter: CustomerListSearch
  /** Names of the filters that work on this list; a service that cuts pages itself has none of these. */
  offered: readonly string[]
  processor: string | undefined
  onFilter: (filter: Partial<CustomerListSearch>) => void
}

/** The filters to choose from. */
export function CustomerFilters({ filter, offered, processor, onFilter }: Props) {
  return (
    <>
      {offered.includes('linked') && (
        <NativeSelect
          flex={{ base: '1 1 8rem', xs: '0 0 auto' }}
          aria-label={`Linked with ${processor ?? anyProcessor}`}
          data={[
            { value: '', label: `${processor ?? anyProcessor}: any` },
            { value: 'yes', label: linkedWords(processor, 'yes') },
            { value: 'no', label: linkedWords(processor, 'no') },
          ]}
          value={filter.linked ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ linked: value === '' ? undefined : (value as 'yes' | 'no') })
          }
        />
      )}
      {offered.includes('may') && (
        <NativeSelect
          flex={{ base: '1 1 8rem', xs: '0 0 auto' }}
          aria-label="Has permissions for"
          data={[
            { value: '', label: 'Permissions: any' },
            ...modules.map((module) => ({ value: module, label: moduleTitle[module] })),
          ]}
          value={filter.may ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ may: value === '' ? undefined : (value as Module) })
          }
        />
      )}
    </>
  )
}

/** One chip for each filter that is set and works here. */
export function filterChips({
  filter,
  offered,
  processor,
}: Props): readonly Chip<Partial<CustomerListSearch>>[] {
  const { search, linked, may } = filter
  return [
    search !== '' && { label: `Search: ${search}`, off: { search: '' } },
    linked !== undefined &&
      offered.includes('linked') && { label: linkedWords(processor, linked), off: { linked: undefined } },
    may !== undefined &&
      offered.includes('may') && { label: `Permissions: ${moduleTitle[may]}`, off: { may: undefined } },
  ].filter((made) => made !== false)
}

const anyProcessor = 'Payment processor'

const linkedWords = (processor: string | undefined, linked: 'yes' | 'no') =>
  `${processor ?? anyProcessor}: ${linked === 'yes' ? 'linked' : 'not linked'}`
