import { Button, Checkbox, Input, Popover, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { services } from '#api/services.ts'
import { session } from '#api/session.ts'
import { serviceTypes } from '#contract/services.ts'
import type { Chip } from '#kit/list/chips.tsx'
import { Select } from '#kit/select.tsx'
import { stateWord, typeWord } from '#parts/services/service-words.ts'

import { type FilterChange, type ServiceListSearch, tagsOf } from './-service-list-search.ts'

interface Props {
  search: ServiceListSearch
  /** Errors of the service, by the names of the request. */
  refused: Readonly<Record<string, string>>
  onFilter: (change: FilterChange) => void
}

/** Two in a row on a phone, and as wide as they need to be elsewhere. */
const share = { flex: { base: '1 1 40%', xs: '0 1 auto' } }

/** The request's parameters that have a control here. */
export const controlled = ['type', 'category', 'is_active', 'tags', 'search'] as const

/** The service's filters as controls, each with its own error. */
export function ServiceFilters({ search, refused, onFilter }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const { data: facets, isPending } = useQuery(services.facets(current.features, search))
  // Otherwise a text input would turn into a select a moment later.
  const isToCome = isPending && current.features.records
  // Counts don't take the search into account, so they would be too high.
  const isCounted = search.search === ''
  return (
    <>
      <Select
        {...share}
        aria-label="Type"
        data={withCurrent(search.type, [
          { value: '', label: 'Any type' },
          ...serviceTypes.map((type) => ({ value: type, label: typeWord(type) })),
        ])}
        value={search.type}
        error={refused['type']}
        onChange={({ currentTarget: { value } }) => onFilter({ type: value })}
      />
      {isToCome || facets?.categories.length ? (
        <Select
          {...share}
          aria-label="Category"
          maw={260}
          data={withCurrent(search.category, [
            { value: '', label: 'Any category' },
            ...(facets?.categories ?? []).map(({ name, count }) => ({
              value: name,
              label: isCounted ? `${name} (${count})` : name,
            })),
          ])}
          value={search.category}
          error={refused['category']}
          onChange={({ currentTarget: { value } }) => onFilter({ category: value })}
        />
      ) : (
        <TypedFilter
          label="Category"
          value={search.category}
          error={refused['category']}
          onSet={(category) => onFilter({ category })}
        />
      )}
      <Select
        {...share}
        aria-label="Status"
        data={[
          { value: '', label: 'Any status' },
          { value: 'true', label: stateWord(true) },
          { value: 'false', label: stateWord(false) },
        ]}
        value={search.active === undefined ? '' : String(search.active)}
        error={refused['is_active']}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ active: value === '' ? undefined : value === 'true' })
        }
      />
      {isToCome || facets?.tags.length ? (
        <TagPicker
          tags={search.tags}
          known={facets?.tags ?? []}
          isCounted={isCounted}
          error={refused['tags']}
          onTag={onFilter}
        />
      ) : (
        <TypedFilter
          label="Tags"
          placeholder="garden, urgent"
          value={search.tags}
          error={refused['tags']}
          onSet={(tags) =>
            onFilter({
              tags: tags
                .split(',')
                .map((tag) => tag.trim())
                .join(','),
            })
          }
        />
      )}
    </>
  )
}

/** A removable chip for each filter that is set. */
export function filterChips(search: ServiceListSearch): readonly Chip<FilterChange>[] {
  return [
    search.search !== '' && { label: `Search: ${search.search}`, off: { search: '' } },
    search.type !== '' && { label: `Type: ${typeWord(search.type)}`, off: { type: '' } },
    search.category !== '' && { label: `Category: ${search.category}`, off: { category: '' } },
    search.active !== undefined && { label: stateWord(search.active), off: { active: undefined } },
    ...tagsOf(search.tags).map((tag) => ({ label: `Tag: ${tag}`, off: { tag, isChosen: false } })),
  ].filter((made) => made !== false)
}

interface PickerProps {
  tags: string
  known: readonly { name: string; count: number }[]
  isCounted: boolean
  error: ReactNode
  onTag: (change: { tag: string; isChosen: boolean }) => void
}

function TagPicker({ tags, known, isCounted, error, onTag }: PickerProps) {
  const chosen = tagsOf(tags)
  // A comma joins tags on the wire, so a tag with one in it cannot be asked for.
  const askable = known.filter(({ name }) => !name.includes(','))
  return (
    <Input.Wrapper error={error} {...share}>
      <Popover position="bottom-start" withinPortal shadow="md" trapFocus>
        <Popover.Target>
          <Button
            variant="default"
            fw={400}
            px="sm"
            w="100%"
            justify="space-between"
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            {chosen.length === 0 ? 'Any tag' : chosen.length === 1 ? '1 tag' : `Any of ${chosen.length} tags`}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label="Tags">
          <ScrollArea.Autosize mah={320} type="auto">
            <Checkbox.Group aria-label="Tags" value={[...chosen]}>
              <Stack gap="xs" p="sm" miw={200}>
                {askable.map(({ name, count }) => (
                  <Checkbox
                    key={name}
                    value={name}
                    onChange={({ currentTarget }) => onTag({ tag: name, isChosen: currentTarget.checked })}
                    label={
                      <>
                        {name}{' '}
                        {isCounted && (
                          <Text span size="sm" c="dimmed">
                            {count}
                          </Text>
                        )}
                      </>
                    }
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          </ScrollArea.Autosize>
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  )
}

interface TypedProps {
  label: string
  placeholder?: string
  value: string
  error: ReactNode
  onSet: (text: string) => void
}

/** For services that don't list the values to choose from. */
function TypedFilter({ label, placeholder, value, error, onSet }: TypedProps) {
  return (
    <TextInput
      {...share}
      // Resets when the filter is removed elsewhere.
      key={value}
      aria-label={label}
      placeholder={placeholder ?? `Any ${label.toLowerCase()}`}
      defaultValue={value}
      error={error}
      onBlur={({ currentTarget }) => currentTarget.value !== value && onSet(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && onSet(currentTarget.value)}
    />
  )
}

/** An unknown value in the URL is shown as it is, not as another choice. */
function withCurrent(value: string, choices: readonly { value: string; label: string }[]) {
  return choices.some((choice) => choice.value === value)
    ? [...choices]
    : [...choices, { value, label: value }]
}
