import { Button, Group, Radio, Stack, Table, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { imports } from '#api/imports.ts'
import type { ExistingChoice, Import, ImportField } from '#contract/imports.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { LeaveDialog } from '#kit/leave-dialog.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { listText } from '#lib/locale.ts'

import { type ImportWords, rowsText } from './import-words.ts'
import { SameValuesCard, type SameValues, filledIn, sameValuePath } from './same-values.tsx'

import classes from './import.module.css'

interface Props {
  words: ImportWords
  one: Import
  onChecked: () => void
  onCancel: () => void
}

/** Which column is which field, and what to do with records that exist. */
export function ColumnsStep({ words, one, onChecked, onCancel }: Props) {
  const queryClient = useQueryClient()
  const [columns, setColumns] = useState(() => one.columns.map(({ field }) => field))
  const [existing, setExisting] = useState<ExistingChoice>(one.existing)
  const [isDirty, setDirty] = useState(false)
  const check = useSingleFlightMutation(imports.check(queryClient, words.kind))
  const [typed, setTyped] = useState<SameValues>(one.same_values)
  const sameValues = Object.fromEntries(Object.entries(typed).filter(([key]) => !columns.includes(key)))
  const required = requiredFields(one.fields, columns, existing)
  const missing = required.filter(({ key }) => (sameValues[key] ?? '').trim() === '')
  const ignored = one.columns.filter((_, index) => columns[index] === null).map(nameOf)

  const submit = () =>
    check.mutate(
      { id: one.id, mapping: { columns, existing, same_values: filledIn(sameValues) } },
      {
        onSuccess: () => {
          setDirty(false)
          onChecked()
        },
      },
    )

  return (
    <>
      <SectionCard
        title="Match the columns"
        description={`${one.file_name} has ${rowsText(one.rows)}. ${
          one.is_remembered
            ? 'The columns are matched as in your last import of such a file.'
            : 'We matched the columns by their names; change what’s wrong.'
        }`}
      >
        <ColumnTable
          one={one}
          columns={columns}
          onColumns={(next) => {
            setDirty(true)
            setColumns(next)
          }}
        />
        {ignored.length > 0 && (
          <Text size="sm" c="dimmed" mt="sm">
            Not imported: {listText(ignored, 'and')}.
          </Text>
        )}
      </SectionCard>
      <SameValuesCard
        fields={one.fields.filter(({ key, can_be_same }) => can_be_same && !columns.includes(key))}
        required={required}
        values={sameValues}
        errors={check.error?.fields ?? {}}
        onChange={(next) => {
          setDirty(true)
          setTyped(next)
        }}
      />
      <ExistingRecords
        title={`If a ${words.one} ${words.match} exists`}
        value={existing}
        onChange={(choice) => {
          setDirty(true)
          setExisting(choice)
        }}
      />
      <InlineProblem error={check.error} known={Object.keys(sameValues).map(sameValuePath)} />
      {missing.length > 0 && (
        <Text size="sm" id="missing-columns" role="status">
          {requiredText(missing)}
        </Text>
      )}
      <Group>
        <Button
          loading={check.isPending}
          disabled={missing.length > 0}
          aria-describedby={missing.length > 0 ? 'missing-columns' : undefined}
          onClick={submit}
        >
          Check {rowsText(one.rows)}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel import
        </Button>
      </Group>
      <LeaveDialog
        title="Leave without checking?"
        text="Your choice of columns will be lost. The file stays uploaded for a day."
        hasWork={() => isDirty}
      />
    </>
  )
}

interface TableProps extends Pick<Props, 'one'> {
  /** The field of each column, or null for none. */
  columns: readonly (string | null)[]
  onColumns: (columns: (string | null)[]) => void
}

/** The columns of the file with their first values, and the field that each is imported as. */
function ColumnTable({ one, columns, onColumns }: TableProps) {
  return (
    <div className={classes['scroll']}>
      <Table className={classes['stacked']} aria-label="Columns of the file" verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Column in the file</Table.Th>
            <Table.Th>First values</Table.Th>
            <Table.Th miw="16rem">Import as</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {one.columns
            .map((column, index) => ({ ...column, index }))
            .map(({ index, ...column }) => (
              <Table.Tr key={index}>
                <Table.Td className={classes['name']}>{nameOf(column, index)}</Table.Td>
                <Table.Td>
                  <div className={classes['samples']} title={column.samples.join('\n')}>
                    {column.samples.join(' · ') || 'Empty'}
                  </div>
                </Table.Td>
                <Table.Td>
                  <Select
                    aria-label={`Import ${nameOf(column, index)} as`}
                    value={columns[index] ?? ''}
                    data={optionsFor(one.fields, columns, index)}
                    onChange={({ currentTarget: { value } }) =>
                      onColumns(columns.with(index, value === '' ? null : value))
                    }
                  />
                  <Hint field={one.fields.find(({ key }) => key === columns[index])} />
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface ExistingProps {
  title: string
  value: ExistingChoice
  onChange: (choice: ExistingChoice) => void
}

const ExistingRecords = ({ title, value, onChange }: ExistingProps) => (
  <SectionCard title={title}>
    <Radio.Group aria-label={title} value={value} onChange={(choice) => onChange(choice as ExistingChoice)}>
      <Stack gap="xs">
        <Radio value="skip" label="Skip the row" />
        <Radio
          value="update"
          label="Update it"
          description="Only with the columns and values above. Empty cells leave a value as it is."
        />
      </Stack>
    </Radio.Group>
  </SectionCard>
)

const nameOf = ({ name }: { name: string }, index: number) => name || `Column ${index + 1}`

const Hint = ({ field }: { field: ImportField | undefined }) =>
  field &&
  field.hint !== '' && (
    <Text size="xs" c="dimmed" mt={4}>
      {field.hint}
    </Text>
  )

/** A field that another column has isn't offered, unless it can have several. */
function optionsFor(fields: readonly ImportField[], columns: readonly (string | null)[], index: number) {
  const others = new Set(columns.filter((_, other) => other !== index))
  return [
    { value: '', label: 'Don’t import' },
    ...fields
      .filter(({ key, is_repeatable }) => is_repeatable || !others.has(key))
      .map(({ key, label, required }) => ({
        value: key,
        label: required === 'never' ? label : `${label} (required)`,
      })),
  ]
}

/** The fields that rows need and no column is imported as. */
const requiredFields = (
  fields: readonly ImportField[],
  columns: readonly (string | null)[],
  existing: ExistingChoice,
): ImportField[] =>
  fields.filter(
    ({ key, required }) =>
      !columns.includes(key) && (required === 'always' || (required === 'new' && existing === 'skip')),
  )

function requiredText(missing: readonly ImportField[]): string {
  const [values, columns] = [true, false].map((isValue) =>
    missing.filter(({ can_be_same }) => can_be_same === isValue).map(({ label }) => label),
  ) as [string[], string[]]
  return [
    columns.length > 0 && `Required: choose a column for ${listText(columns, 'and')}.`,
    values.length > 0 &&
      `Required: choose a column or enter the same value for every row for ${listText(values, 'and')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
