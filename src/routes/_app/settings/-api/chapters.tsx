import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { memo, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { session } from '#api/session.ts'
import { TextLink } from '#kit/link.tsx'
import type { Chapter } from '#lib/api-document.ts'
import { VerifySnippets } from '#parts/webhooks/verify-snippets.tsx'

import { OperationArticle } from './operation.tsx'
import { Words } from './words.tsx'

import classes from './reference.module.css'

/** So many endpoints are drawn before anything is shown. */
const shownAtOnce = 40

const Section = memo(ChapterSection)

/**
 * Chapters, the first ones at once and the others one by one while the reader can already read: all that the extensions have
 * takes a browser seconds. What the address names is drawn with the first ones.
 */
export function Chapters({ chapters }: { chapters: readonly Chapter[] }) {
  const anchor = useLocation({ select: ({ hash }) => hash })
  const [count, setCount] = useState(() => firstChapters(chapters))
  const named = chapters.findIndex(({ id, operations }) =>
    [id, ...operations.map((one) => one.id)].includes(anchor),
  )
  const drawn = Math.min(Math.max(count, named + 1), chapters.length)
  useEffect(
    function drawNext() {
      if (drawn < chapters.length) startTransition(() => setCount(drawn + 1))
    },
    [drawn, chapters.length],
  )
  const drawnBefore = useRef(drawn)
  useLayoutEffect(
    function goToLateChapter() {
      // The browser went nowhere, as there was nothing yet.
      if (named >= drawnBefore.current) document.getElementById(anchor)?.scrollIntoView()
      drawnBefore.current = drawn
    },
    [anchor, named, drawn],
  )
  return chapters.slice(0, drawn).map((chapter) => <Section key={chapter.id} chapter={chapter} />)
}

/** How many chapters it takes to show that many endpoints. */
function firstChapters(chapters: readonly Chapter[]): number {
  let endpoints = 0
  const enough = chapters.findIndex(({ operations }) => (endpoints += operations.length) >= shownAtOnce)
  return enough === -1 ? chapters.length : enough + 1
}

/** A chapter, or a resource with its operations. */
function ChapterSection({ chapter: { id, name, description, operations } }: { chapter: Chapter }) {
  return (
    <section aria-labelledby={id} className={classes['chapter']}>
      <div data-anchor={id}>
        <h2 id={id} tabIndex={-1}>
          {name}
        </h2>
        {description !== '' && <Words text={description} label={name} />}
      </div>
      {operations.some(({ kind }) => kind === 'event') && <Verification />}
      {operations.map((operation) => (
        <OperationArticle key={operation.id} operation={operation} />
      ))}
    </section>
  )
}

/** How a receiver checks what it gets. */
function Verification() {
  const { data: current } = useSuspenseQuery(session.current())
  return (
    <div className={classes['recipes']}>
      <VerifySnippets variable="BUREAU_WEBHOOK_SECRET" />
      {current.abilities.includes('settings.manage') && (
        <p>
          A signature doesn’t match? <TextLink to="/webhooks/checker">Check it</TextLink> with the headers and
          the body you received.
        </p>
      )}
    </div>
  )
}
