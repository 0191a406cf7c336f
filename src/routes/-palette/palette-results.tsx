import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useImperativeHandle, useState } from 'react'

import { usePendingIds } from '#api/grace.ts'
import { search, shortestSearch } from '#api/search.ts'
import type { Session } from '#contract/access/session.ts'
import { noteRecent, personKey, recentRecords } from '#routes/-navigation/recents.ts'

import { useCommands } from './commands.tsx'
import { foundRecords, recordHref } from './found-records.tsx'
import { PaletteList } from './palette-list.tsx'
import { type Row, paletteGroups } from './palette-rows.ts'
import { closePalette } from './palette-state.ts'

const debounceMs = 120

/** Handler of keys that the input gets. */
export interface ResultKeys {
  move: (by: 1 | -1) => void
  choose: (isNewTab: boolean) => void
}

interface Props {
  text: string
  session: Session
  input: RefObject<HTMLInputElement | null>
  keys: RefObject<ResultKeys | null>
  isChoiceDue: boolean
  onChoiceDue: (isDue: boolean) => void
  onShortcuts: () => void
}

/** Results of the palette below its input. The first row is always selected, whenever the rows change. */
export function PaletteResults(props: Props) {
  const { text, session, input, keys, isChoiceDue, onChoiceDue, onShortcuts } = props
  const [picked, setPicked] = useState({ text: '', id: '' })
  const router = useRouter()
  const commands = useCommands(session, onShortcuts)
  const { records, isSettled, error } = useRecords(text, session, isChoiceDue)
  // The record that is open needs no way to it.
  const { href, pathname } = router.state.location
  const recents = recentRecords(personKey(session)).filter(
    ({ kind, id }) => ![href, pathname].includes(recordHref(kind, id)),
  )
  const groups = paletteGroups({ text, commands, recents, records })
  const rows = groups.flatMap((group) => group.rows)
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => picked.text === text && id === picked.id),
  )
  const active = rows[index]
  // Rows that an earlier text found may be replaced by better ones: Enter waits, unless somebody picked one of them.
  const isFinal =
    isSettled || (active && ('run' in active.opens || (picked.text === text && picked.id === active.id)))

  const choose = ({ opens }: Row, isNewTab = false) => {
    if ('run' in opens) {
      closePalette()
      return opens.run()
    }
    noteRecent(personKey(session), opens.record)
    if (isNewTab) return void window.open(opens.href, '_blank', 'noopener')
    closePalette()
    router.history.push(opens.href)
  }
  const pick = (row: Row | undefined) => {
    if (row) setPicked({ text, id: row.id })
  }

  useImperativeHandle(keys, () => ({
    move: (by) => pick(rows.at((index + by + rows.length) % rows.length)),
    choose: (isNewTab) => (active && isFinal ? choose(active, isNewTab) : onChoiceDue(!isSettled)),
  }))
  useEffect(function chooseWhatWasWaitedFor() {
    if (!isChoiceDue) return
    if (active && isFinal) choose(active)
    else if (isSettled) onChoiceDue(false)
  })
  useEffect(
    function tellScreenReaders() {
      const element = input.current
      if (active) element?.setAttribute('aria-activedescendant', active.id)
      else element?.removeAttribute('aria-activedescendant')
    },
    [active, input],
  )

  return (
    <PaletteList
      text={text.replace(/^>/, '').trim()}
      groups={groups}
      active={active}
      empty={emptyText(text.trim(), isSettled, error)}
      onPick={pick}
      onChoose={choose}
    />
  )
}

function useRecords(text: string, session: Session, isHurried: boolean) {
  const query = text.startsWith('>') ? '' : text.trim()
  const [rested] = useDebouncedValue(query, debounceMs)
  const sought = isHurried ? query : rested
  const { data, error, isFetching, isPlaceholderData } = useQuery(search.results(sought, session))
  const hiddenCustomers = usePendingIds('customers')
  const hiddenContacts = usePendingIds('contacts')
  const isLong = query.length >= shortestSearch
  const isStale = isPlaceholderData || sought !== query
  return {
    records:
      isLong && data ? foundRecords(data, { text: query, isStale, hiddenCustomers, hiddenContacts }) : [],
    isSettled: !isLong || (sought === query && !isFetching),
    error,
  }
}

function emptyText(text: string, isSettled: boolean, error: Error | null) {
  if (!isSettled) return { title: 'Searching…' }
  if (error) return { title: `Couldn’t search: ${error.message}`, hint: 'Try again in a moment.' }
  return text.startsWith('>')
    ? { title: 'No matching actions', hint: 'Delete the > to search records.' }
    : {
        title: `No results for “${text}”`,
        hint: 'Search by name, company, email, phone, title or number, or type > for actions.',
      }
}
