import { useSuspenseQuery } from '@tanstack/react-query'

import { session } from '#api/session.ts'
import { TextLink } from '#kit/link.tsx'
import type { Chapter } from '#lib/api-document.ts'
import { VerifySnippets } from '#parts/webhooks/verify-snippets.tsx'

import { OperationArticle } from './operation.tsx'
import { Words } from './words.tsx'

import classes from './reference.module.css'

/** A chapter, or a resource with its operations. */
export function ChapterSection({ chapter: { id, name, description, operations } }: { chapter: Chapter }) {
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
