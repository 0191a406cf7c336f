import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { services } from '#api/services.ts'
import { session } from '#api/session.ts'
import { serviceTypes } from '#contract/services/services.ts'
import type { FilterControls } from '#kit/list/filters/filter-controls.tsx'
import { type ListFilter, chipText, choice } from '#kit/list/filters/filter.tsx'
import type { FilterState } from '#kit/list/filters/filter.tsx'
import { stateWord, typeWord } from '#parts/services/service-words.ts'

import { type ServiceListSearch, tagsOf } from './-service-list-search.ts'

/** The filters of the catalog. */
export const serviceFilters: readonly ListFilter<ServiceListSearch>[] = [
  choice({
    label: 'Type',
    name: 'type',
    off: '',
    options: serviceTypes.map((type) => ({ value: type, label: typeWord(type) })),
  }),
  {
    label: 'Category',
    off: { category: '' },
    params: ['category'],
    chip: ({ category }) => chipText('Category', [category].filter(Boolean)),
    control: (controls, state) => <CategoryControl controls={controls} {...state} />,
  },
  choice({
    label: 'Status',
    name: 'active',
    param: 'is_active',
    options: [
      { value: true, label: stateWord(true), chip: stateWord(true) },
      { value: false, label: stateWord(false), chip: stateWord(false) },
    ],
  }),
  {
    label: 'Tags',
    off: { tags: '' },
    params: ['tags'],
    chip: ({ tags }) => chipText('Tags', tagsOf(tags)),
    control: (controls, state) => <TagsControl controls={controls} {...state} />,
  },
]

interface Props extends FilterState<ServiceListSearch> {
  controls: FilterControls
}

/** What there is to choose from, where the service lists it. */
function useFacets(search: ServiceListSearch) {
  const { data: current } = useSuspenseQuery(session.current())
  const { data, isPending } = useQuery(services.facets(current.features, search))
  return {
    ...data,
    // Otherwise a text input would turn into a list a moment later.
    isToCome: isPending && current.features.records,
    // Counts don't take the search into account, so they would be too high.
    isCounted: search.search === '',
  }
}

const countedOption = ({ name, count }: { name: string; count: number }, isCounted: boolean) => ({
  value: name,
  label: isCounted ? `${name} (${count})` : name,
})

function CategoryControl({ controls, search, error, change }: Props) {
  const { categories = [], isToCome, isCounted } = useFacets(search)
  const props = { label: 'Category', value: search.category, error }
  return isToCome || categories.length > 0 ? (
    <controls.ChoiceControl
      {...props}
      any="Any"
      off=""
      useOptions={() => categories.map((category) => countedOption(category, isCounted))}
      onChange={(category) => change({ category: category as string })}
    />
  ) : (
    <controls.TypedControl {...props} onText={(category) => change({ category })} />
  )
}

function TagsControl({ controls, search, error, change }: Props) {
  const { tags = [], isToCome, isCounted } = useFacets(search)
  return isToCome || tags.length > 0 ? (
    <controls.ChoicesControl
      label="Tags"
      values={tagsOf(search.tags)}
      useOptions={() =>
        tags
          // A comma joins tags on the wire, so a tag with one in it cannot be asked for.
          .filter(({ name }) => !name.includes(','))
          .map((tag) => countedOption(tag, isCounted))
      }
      error={error}
      onChange={(next) => change((latest) => ({ tags: next(tagsOf(latest.tags)).join(',') }))}
    />
  ) : (
    <controls.TypedControl
      label="Tags"
      placeholder="garden, urgent"
      value={search.tags}
      error={error}
      onText={(text) =>
        change({
          tags: text
            .split(',')
            .map((tag) => tag.trim())
            .join(','),
        })
      }
    />
  )
}
