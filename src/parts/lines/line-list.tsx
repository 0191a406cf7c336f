import { Button, Input, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Fragment, useRef } from 'react'

import type { DraftAmounts, DraftCell, DraftForm, DraftPath } from '#api/invoice-draft.ts'
import { longestInvoice } from '#contract/invoices/limits.ts'
import { KeyHint } from '#kit/key-hint.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { money } from '#lib/money.ts'

import type { DraftAction } from './draft-reducer.ts'
import { LineRow, optionKeys } from './line-row.tsx'
import { lineKeys, useLineActions } from './use-line-actions.ts'

import classes from './editor.module.css'

interface Props {
  form: Pick<DraftForm, 'lines' | 'currency'>
  amounts: DraftAmounts | undefined
  problems: ReadonlyMap<DraftPath, string>
  /** The draft as it is now, even between two renders. */
  read: () => DraftForm
  dispatch: (action: DraftAction) => void
  /** Of a proposal: lines can be optional. */
  hasOptions?: boolean
}

const optionLine = { keys: [optionKeys], does: 'make it optional' } as const
const cells: readonly DraftCell[] = ['description', 'quantity', 'price', 'discount', 'tax']
const columns = ['Description', 'Quantity', 'Unit price', 'Discount', 'Tax', 'Amount'] as const

/** The lines of the invoice, written as in a spreadsheet. */
export function LineList({ form, amounts, problems, read, dispatch, hasOptions = false }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const actions = useLineActions(list, read, dispatch)
  const { lines, currency } = form
  const problem = problems.get('lines')
  return (
    <SectionCard title="Lines">
      <div className={classes.table}>
        <div className={classes.columns} aria-hidden>
          {columns.map((column) => (
            <span key={column}>{column === 'Unit price' ? `${column}, ${currency}` : column}</span>
          ))}
        </div>
        <ol className={classes.lines} ref={list} aria-label="Lines">
          {lines.map((line, index) => {
            const amount = amounts?.lines.get(line.key)
            return (
              <LineRow
                key={line.key}
                line={line}
                position={index + 1}
                isFirst={index === 0}
                isLast={index === lines.length - 1}
                amount={amount ? money(amount, currency) : ''}
                errors={errorsOf(line.key, problems)}
                actions={actions}
                hasOptions={hasOptions}
              />
            )
          })}
        </ol>
      </div>
      {problem !== undefined && <Input.Error mt="xs">{problem}</Input.Error>}
      <div className={classes.under}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={lines.length >= longestInvoice.lines}
          onClick={actions.add}
        >
          Add line
        </Button>
        <Text size="xs" c="dimmed" visibleFrom="sm" className={classes.keys ?? ''} component="div">
          {[...lineKeys, ...(hasOptions ? [optionLine] : [])].map(({ keys, does }) => (
            <span key={does}>
              {keys.map((combination) => (
                <Fragment key={combination.join('+')}>
                  <KeyHint keys={combination} />{' '}
                </Fragment>
              ))}
              {does}
            </span>
          ))}
        </Text>
      </div>
    </SectionCard>
  )
}

/** Undefined without any, so that a line whose content stays isn't drawn again. */
function errorsOf(key: string, problems: ReadonlyMap<DraftPath, string>) {
  const found = cells.flatMap((cell) => {
    const text = problems.get(`lines.${key}.${cell}`)
    return text === undefined ? [] : [[cell, text] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}
