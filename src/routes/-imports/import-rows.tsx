import { Skeleton, Table, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { imports } from '#api/imports.ts'
import {
  type Import,
  type ImportFix,
  type ImportOutcome,
  type ImportRow,
  longestFix,
} from '#contract/imports.ts'
import { ListPager } from '#kit/list/pager.tsx'
import { Problem } from '#kit/problem.tsx'
import { numberText } from '#lib/locale.ts'

import type { ImportWords } from './import-words.ts'
import { RecordLink } from './record-link.tsx'

import classes from './import.module.css'

const sizes = [25, 50, 100] as const

interface Props {
  words: ImportWords
  one: Import
  outcome: ImportOutcome
  label: string
  /** How values of rows that failed are fixed; they are only shown without it. */
  fixing?: Fixing | undefined
}

/** Values in place of those of the file, until they are checked. */
export interface Fixing {
  readonly values: ReadonlyMap<string, ImportFix>
  readonly onFix: (fix: ImportFix) => void
}

/** The key of a value that is fixed. */
export const fixKey = ({ row, column }: Pick<ImportFix, 'row' | 'column'>): string => `${row} ${column}`

/** The rows of a file that have an outcome, page by page; those that failed with what is wrong. */
export function ImportRows({ words, one, outcome, label, fixing }: Props) {
  const [page, setPage] = useState(1)
  const [size, setSize] = useState<number>(sizes[0])
  const { data, error, refetch } = useQuery(imports.rows(words.kind, one.id, { outcome, page, limit: size }))
  if (!data) return error ? <Problem error={error} retry={() => void refetch()} /> : <Skeleton height={120} />
  const total = data.total
  return (
    <>
      <div className={classes['scroll']}>
        <Table className={classes['stacked']} aria-label={label} verticalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              {outcome === 'failed' ? (
                <>
                  <Table.Th>Column</Table.Th>
                  <Table.Th>Value</Table.Th>
                  <Table.Th>Problem</Table.Th>
                </>
              ) : (
                <Table.Th>{words.kind === 'customers' ? 'Customer' : 'Service'}</Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.rows.map((row) =>
              outcome === 'failed' ? (
                <FailedRow key={row.row} row={row} fixing={fixing} />
              ) : (
                <Table.Tr key={row.row}>
                  <Table.Td data-label="Row">{numberText(row.row)}</Table.Td>
                  <Table.Td className={classes['name']}>
                    <RecordLink kind={words.kind} row={row} />
                  </Table.Td>
                </Table.Tr>
              ),
            )}
          </Table.Tbody>
        </Table>
      </div>
      {total > sizes[0] && (
        <ListPager
          page={page}
          size={size}
          total={total}
          shown={data.rows.length}
          sizes={sizes}
          onPage={setPage}
          onSize={(next) => {
            setSize(next)
            setPage(1)
          }}
        />
      )}
    </>
  )
}

/** A value with two problems is fixed once. */
const isFirstOf = (problems: ImportRow['problems'], index: number) =>
  problems.findIndex((one) => one.index === problems[index]?.index) === index

function FailedRow({ row: { row, problems }, fixing }: { row: ImportRow } & Pick<Props, 'fixing'>) {
  return problems.map(({ column, index: at, value, message }, index) => (
    // Problems of a row have no identity of their own.
    <Table.Tr key={`${row} ${String(index)}`}>
      <Table.Td data-label="Row" data-repeated={index > 0 || undefined}>
        {index === 0 && numberText(row)}
      </Table.Td>
      <Table.Td className={classes['name']}>{column ?? 'Whole row'}</Table.Td>
      <Table.Td>
        {fixing && at !== null && isFirstOf(problems, index) ? (
          <TextInput
            size="xs"
            dir="auto"
            autoComplete="off"
            aria-label={`${column ?? ''}, row ${row}`}
            placeholder="Empty"
            maxLength={longestFix}
            value={fixing.values.get(fixKey({ row, column: at }))?.value ?? value}
            onChange={({ currentTarget }) => fixing.onFix({ row, column: at, value: currentTarget.value })}
          />
        ) : value === '' ? (
          <Text span size="sm" c="dimmed">
            {column === null ? '' : 'Empty'}
          </Text>
        ) : (
          <span className={classes['value']} title={value}>
            {value}
          </span>
        )}
      </Table.Td>
      <Table.Td>{message}</Table.Td>
    </Table.Tr>
  ))
}
