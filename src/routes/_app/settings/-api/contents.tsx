import { Button, CloseButton, TextInput } from '@mantine/core'
import { IconList, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

import { usePageKeys, useSingleKeys } from '#kit/page-keys.ts'
import type { Reference } from '#lib/api-document.ts'

import { MethodBadge } from './method-badge.tsx'

import classes from './contents.module.css'

interface Props {
  reference: Reference
  query: string
  onQuery: (query: string) => void
}

/** The table of contents with a filter. It sits beside the page, or behind a button on narrow screens. */
export function Contents({ reference, query, onQuery }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [hasSingleKeys] = useSingleKeys()
  const ids = reference.groups.flatMap(({ chapters }) =>
    chapters.flatMap(({ id, operations }) => [id, ...operations.map((operation) => operation.id)]),
  )
  const current = useCurrentAnchor(ids)
  usePageKeys(({ key }) => {
    if (key !== '/') return false
    setIsOpen(true)
    input.current?.focus()
    input.current?.select()
    return true
  })
  useEffect(
    function showCurrent() {
      const link = list.current?.querySelector('[aria-current]')
      if (!(link instanceof HTMLElement) || !list.current) return
      const { scrollTop, clientHeight } = list.current
      const isSeen =
        link.offsetTop >= scrollTop && link.offsetTop + link.offsetHeight <= scrollTop + clientHeight
      if (!isSeen) list.current.scrollTop = link.offsetTop - clientHeight / 3
    },
    [current],
  )
  const link = (id: string) => ({
    href: `#${id}`,
    onClick: () => setIsOpen(false),
    'aria-current': current === id ? ('location' as const) : undefined,
  })
  return (
    <nav className={classes['contents']} aria-label="API reference" data-open={isOpen || undefined}>
      <div className={classes['bar']}>
        <TextInput
          ref={input}
          className={classes['filter']}
          aria-label="Filter the reference"
          aria-keyshortcuts={hasSingleKeys ? '/' : undefined}
          placeholder="Filter"
          type="search"
          maxLength={100}
          value={query}
          onChange={({ currentTarget }) => {
            onQuery(currentTarget.value)
            setIsOpen(true)
          }}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            query !== '' && <CloseButton size="sm" aria-label="Clear filter" onClick={() => onQuery('')} />
          }
        />
        <Button
          className={classes['toggle'] ?? ''}
          variant="default"
          leftSection={<IconList size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls="reference-contents"
          onClick={() => setIsOpen(!isOpen)}
        >
          Contents
        </Button>
      </div>
      <div className={classes['list']} id="reference-contents" ref={list}>
        {reference.groups.map(({ name, chapters }) => (
          <section key={name} aria-label={name}>
            <div className={classes['group']} aria-hidden>
              {name}
            </div>
            <ul>
              {chapters.map((chapter) => (
                <li key={chapter.id}>
                  <a {...link(chapter.id)} className={classes['chapter']}>
                    {chapter.name}
                  </a>
                  {chapter.operations.length > 0 && (
                    <ul>
                      {chapter.operations.map(({ id, kind, method, summary }) => (
                        <li key={id}>
                          <a {...link(id)} className={classes['operation']}>
                            <span className={classes['summary']}>{summary}</span>
                            {kind === 'endpoint' && <MethodBadge method={method} isQuiet />}
                          </a>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
        <p role="status" className={classes['status']}>
          {query === '' ? '' : ids.length === 0 ? 'No matches' : ''}
        </p>
      </div>
    </nav>
  )
}

/** Returns which of the elements with these ids is being read: the last one whose start has reached the top. */
function useCurrentAnchor(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const joined = ids.join('\n')
  useEffect(
    function follow() {
      const expected = joined.split('\n').length
      let elements: HTMLElement[] = []
      let frame = 0
      const look = () => {
        frame = 0
        // Late chapters are drawn while the first ones are being read.
        if (elements.length < expected)
          elements = [...document.querySelectorAll<HTMLElement>('[data-anchor]')]
        const reached = elements.findLast((element) => element.getBoundingClientRect().top <= innerHeight / 4)
        const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2
        const shown = isAtEnd
          ? elements.findLast((element) => element.getBoundingClientRect().top < innerHeight)
          : reached
        setCurrent((shown ?? elements[0])?.dataset['anchor'])
      }
      const schedule = () => {
        frame ||= requestAnimationFrame(look)
      }
      schedule()
      addEventListener('scroll', schedule, { passive: true, capture: true })
      return () => {
        removeEventListener('scroll', schedule, { capture: true })
        cancelAnimationFrame(frame)
      }
    },
    [joined],
  )
  return current
}
