import { diffWordsWithSpace } from 'diff'

import type { DocumentVersion } from '#api/documents.ts'
import type { DocumentKind } from '#contract/documents.ts'

import { textOf } from './version-text.ts'

import classes from './version-diff.module.css'

interface Props {
  kind: DocumentKind
  older: DocumentVersion
  newer: DocumentVersion
}

/** What one version says that the one before it doesn’t, and the other way around, word by word. */
export function VersionDiff({ kind, older, newer }: Props) {
  const parts = diffWordsWithSpace(textOf(kind, older), textOf(kind, newer))
  if (!parts.some(({ added, removed }) => added || removed)) return <p>Nothing changed.</p>
  return (
    <div className={classes.diff} dir="auto" tabIndex={0} role="region" aria-label="Changes">
      {parts.map(({ value, added, removed }, index) => {
        const key = `${index}`
        if (added) return <ins key={key}>{value}</ins>
        return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
      })}
    </div>
  )
}
