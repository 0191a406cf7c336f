import { useEffect, useRef } from 'react'

import { KeyHint } from '#kit/key-hint.tsx'

import { markMatches } from './match.ts'
import type { Group, Row } from './palette-rows.ts'

import classes from './palette.module.css'

interface Props {
  /** Text to mark in the labels. */
  text: string
  groups: readonly Group[]
  active: Row | undefined
  /** Shown instead of rows when there are none. */
  empty: { readonly title: string; readonly hint?: string }
  onPick: (row: Row) => void
  onChoose: (row: Row, isNewTab?: boolean) => void
}

/** The rows of the palette in their groups, and which keys do what. */
export function PaletteList({ text, groups, active, empty, onPick, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(
    function keepActiveInSight() {
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
    },
    [active?.id],
  )
  return (
    <>
      <div
        ref={list}
        className={classes['list']}
        id="palette-results"
        // A list box without options isn't one.
        {...(groups.length > 0 && { role: 'listbox', 'aria-label': 'Results' })}
      >
        {groups.map(({ title, rows }) => (
          <div key={title} role="group" aria-label={title}>
            <div className={classes['heading']} aria-hidden>
              {title}
            </div>
            {rows.map((row) => (
              <PaletteRow
                key={row.id}
                row={row}
                text={text}
                isActive={row.id === active?.id}
                onPick={() => onPick(row)}
                onChoose={(isNewTab) => onChoose(row, isNewTab)}
              />
            ))}
          </div>
        ))}
        {groups.length === 0 && (
          <div className={classes['empty']} role="status" data-final={empty.hint !== undefined || undefined}>
            {empty.title}
            {empty.hint !== undefined && <div className={classes['hint']}>{empty.hint}</div>}
          </div>
        )}
      </div>
      <div className={classes['foot']} aria-hidden>
        <span>
          <KeyHint keys={['↑']} />
          <KeyHint keys={['↓']} /> Move
        </span>
        <span>
          <KeyHint keys={['Enter']} /> Open
        </span>
        <span>
          <KeyHint keys={['>']} /> Actions only
        </span>
        <span>
          <KeyHint keys={['Esc']} /> Close
        </span>
      </div>
    </>
  )
}

interface RowProps {
  row: Row
  text: string
  isActive: boolean
  onPick: () => void
  onChoose: (isNewTab: boolean) => void
}

function PaletteRow({ row, text, isActive, onPick, onChoose }: RowProps) {
  return (
    // Keys go to the input, which names the active row.
    <button
      type="button"
      id={row.id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes['row']}
      // Not on enter: a row that appears under a resting pointer isn't selected.
      onPointerMove={isActive ? undefined : onPick}
      onClick={({ ctrlKey, metaKey }) => onChoose(ctrlKey || metaKey)}
    >
      <span className={classes['icon']} aria-hidden>
        {row.icon}
      </span>
      <span className={classes['text']}>
        <bdi className={classes['label']}>
          {markMatches(row.label, text).map((piece) =>
            piece.isMatch ? <mark key={piece.start}>{piece.text}</mark> : piece.text,
          )}
        </bdi>
        {row.detail !== undefined && (
          <bdi className={classes['detail']}>
            {markMatches(row.detail, text).map((piece) =>
              piece.isMatch ? <mark key={piece.start}>{piece.text}</mark> : piece.text,
            )}
          </bdi>
        )}
      </span>
      {row.badge}
      {row.type !== undefined && <span className={classes['type']}>{row.type}</span>}
      {row.keys && (
        <span className={classes['keys']}>
          <KeyHint keys={row.keys} isSequence={row.keys.length > 1} />
        </span>
      )}
    </button>
  )
}
