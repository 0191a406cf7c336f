import { Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'

import { modules, verbs } from '#contract/values/permissions.ts'

import { toggle } from './-permission-edits.ts'
import {
  type Coverage,
  type Granted,
  type Part,
  coverage,
  moduleTitle,
  verbTitle,
} from './-permission-rules.ts'
import { sentence } from './-permission-sentence.ts'

import classes from './-permission-matrix.module.css'

type Props =
  | { granted: Granted; readOnly: true; onChange?: never }
  | { granted: Granted; readOnly?: false; onChange: (granted: Granted) => void }

/** Permissions of a customer, four modules by four verbs; while they're edited, with a sentence that explains them. */
export function PermissionMatrix({ granted, readOnly, onChange }: Props) {
  return (
    <>
      {readOnly ? (
        <Shown granted={granted} />
      ) : (
        <PermissionGrid
          coverageOf={(part) => coverage(granted, part)}
          onToggle={(part, isOn) => onChange(toggle(granted, part, isOn))}
        />
      )}
      {!readOnly && (
        <Text size="sm" mt="sm" aria-live="polite" data-testid="permissions-sentence">
          {sentence(granted)}
        </Text>
      )}
    </>
  )
}

const columns = [undefined, ...verbs]
const rows = [undefined, ...modules]

interface GridProps {
  coverageOf: (part: Part) => Coverage
  /** `isOn` for a box that was off, or neither. */
  onToggle: (part: Part, isOn: boolean) => void
}

/**
 * Checkboxes of four modules by four verbs, of each module, of each verb and of everything. One stop of the tab key; the arrow
 * keys, Home and End move between the boxes.
 */
export function PermissionGrid({ coverageOf, onToggle }: GridProps) {
  const [at, setAt] = useState({ row: 1, column: 1 })
  const table = useRef<HTMLTableElement>(null)

  const move = (event: KeyboardEvent) => {
    const next = neighbor(event, at)
    if (!next) return
    event.preventDefault()
    setAt(next)
    table.current?.rows[next.row]?.cells[next.column]?.querySelector('input')?.focus()
  }

  const box = (part: Part, row: number, column: number) => {
    const state = coverageOf(part)
    return (
      <input
        type="checkbox"
        className={classes.box}
        checked={state === 'all'}
        ref={(input) => {
          if (input) input.indeterminate = state === 'some'
        }}
        aria-label={label(part)}
        tabIndex={at.row === row && at.column === column ? 0 : -1}
        onFocus={() => setAt({ row, column })}
        onChange={() => onToggle(part, state !== 'all')}
      />
    )
  }

  return (
    <div className={classes.frame}>
      <table role="grid" aria-label="Permissions" className={classes.matrix} ref={table} onKeyDown={move}>
        <thead>
          <tr>
            {columns.map((verb, column) => (
              <th key={verb ?? 'all'} scope="col">
                <label className={`${classes.cell} ${classes.head}`}>
                  {box({ verb }, 0, column)}
                  <span>{verb ? verbTitle[verb] : 'Everything'}</span>
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {modules.map((module, index) => (
            <tr key={module}>
              <th scope="row">
                <label className={classes.cell}>
                  {box({ module }, index + 1, 0)}
                  <span>{moduleTitle[module]}</span>
                </label>
              </th>
              {verbs.map((verb, column) => (
                <td key={verb}>
                  <label
                    className={`${classes.cell} ${coverageOf({ module, verb }) === 'all' ? classes.granted : ''}`}
                  >
                    {box({ module, verb }, index + 1, column + 1)}
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Shown({ granted }: { granted: Granted }) {
  return (
    <div className={classes.frame}>
      <table aria-label="Permissions" className={classes.matrix}>
        <thead>
          <tr>
            {columns.map((verb) => (
              <th key={verb ?? 'module'} scope="col">
                <span className={`${classes.cell} ${classes.readOnly}`}>
                  {verb ? verbTitle[verb] : <VisuallyHidden>Module</VisuallyHidden>}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {modules.map((module) => (
            <tr key={module}>
              <th scope="row">
                <span className={`${classes.cell} ${classes.readOnly}`}>{moduleTitle[module]}</span>
              </th>
              {verbs.map((verb) => {
                const can = coverage(granted, { module, verb }) === 'all'
                return (
                  <td key={verb}>
                    <span className={`${classes.cell} ${classes.readOnly} ${can ? classes.granted : ''}`}>
                      {can ? (
                        <IconCheck size={18} aria-hidden />
                      ) : (
                        <IconMinus size={14} opacity={0.4} aria-hidden />
                      )}
                      <VisuallyHidden>{can ? 'Yes' : 'No'}</VisuallyHidden>
                    </span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function label({ module, verb }: Part): string {
  if (module && verb) return `${verbTitle[verb]} ${moduleTitle[module].toLowerCase()}`
  if (module) return `All permissions for ${moduleTitle[module].toLowerCase()}`
  return verb ? `${verbTitle[verb]} everything` : 'Everything'
}

function neighbor({ key }: KeyboardEvent, { row, column }: { row: number; column: number }) {
  const clamp = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1)
  switch (key) {
    case 'ArrowUp':
      return { row: clamp(row - 1, rows.length), column }
    case 'ArrowDown':
      return { row: clamp(row + 1, rows.length), column }
    case 'ArrowLeft':
      return { row, column: clamp(column - 1, columns.length) }
    case 'ArrowRight':
      return { row, column: clamp(column + 1, columns.length) }
    case 'Home':
      return { row, column: 0 }
    case 'End':
      return { row, column: columns.length - 1 }
    default:
      return undefined
  }
}
