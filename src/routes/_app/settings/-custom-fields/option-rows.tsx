import { ActionIcon, Button, Input, Stack, Text, TextInput } from '@mantine/core'
import { IconArchive, IconArrowBackUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { type Control, useController, useFieldArray, useWatch } from 'react-hook-form'

import type { FieldValues } from '#api/field-form.ts'
import { type FieldUsage, longestDefinition, mostOptions } from '#contract/customers/field-definitions.ts'
import { bind } from '#kit/form.tsx'
import { pluralize } from '#lib/pluralize.ts'

import { SortableList } from './sortable-list.tsx'

import classes from './option-rows.module.css'

const FormText = bind(TextInput)

interface Props {
  control: Control<FieldValues>
  /** Undefined for a new field. */
  usage: FieldUsage | undefined
}

/** The options of a select field: added, renamed, moved, retired and, where no customer has one, removed. */
export function OptionRows({ control, usage }: Props) {
  const { fields, append, remove, move, insert } = useFieldArray({ control, name: 'options' })
  const retired = useController({ control, name: 'retired' }).field
  const box = useRef<HTMLDivElement>(null)
  const values = useWatch({ control, name: 'options' })
  const counts = new Map(usage?.option_values.map(({ option, count }) => [option, count]))
  const ids = fields.map(({ id }) => id)
  const isLocked = (usage?.renames.length ?? 0) > 0
  const nameOf = (index: number) => values[index]?.name.trim() || `option ${index + 1}`
  const add = () => {
    append({ was: '', name: '' }, { shouldFocus: false })
    requestAnimationFrame(() => {
      const inputs = box.current?.querySelectorAll<HTMLInputElement>('input')
      inputs?.[inputs.length - 1]?.focus()
    })
  }
  const retire = (index: number) => {
    const was = values[index]?.was
    if (was) retired.onChange([...retired.value, was])
    remove(index)
  }
  const restore = (option: string) => {
    retired.onChange(retired.value.filter((other) => other !== option))
    insert(fields.length, { was: option, name: option }, { shouldFocus: false })
  }
  return (
    <Input.Wrapper
      label="Options"
      labelElement="div"
      description={
        isLocked
          ? 'An option is being renamed for customers. Until that’s done, other changes to options can’t be saved.'
          : usage && 'Renaming an option renames it for every customer who has it.'
      }
    >
      <Stack gap="xs" mt="xs" align="start">
        <div ref={box} className={classes['rows']}>
          <SortableList
            label="Options"
            ids={ids}
            nameOf={(id) => nameOf(ids.indexOf(id))}
            onMove={(id, to) => move(ids.indexOf(id), to)}
            renderItem={(id, handle) => {
              const index = ids.indexOf(id)
              const { was = '', name = '' } = values[index] ?? {}
              const count = counts.get(was) ?? 0
              return (
                <div className={classes['row']}>
                  {handle}
                  <div className={classes['input']}>
                    <FormText
                      control={control}
                      name={`options.${index}.name`}
                      aria-label={`Option ${index + 1}`}
                      dir="auto"
                      autoComplete="off"
                      maxLength={longestDefinition.option}
                      onKeyDown={(event) => {
                        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                        event.preventDefault()
                        if (name.trim() !== '' && fields.length < mostOptions) add()
                      }}
                    />
                    {was !== '' && name.trim() !== was && (
                      <Text size="xs" c="dimmed" mt={2} role="status">
                        Was “<bdi>{was}</bdi>”
                        {count > 0 && `: renames it for ${pluralize(count, 'customer')}`}
                      </Text>
                    )}
                  </div>
                  <DropButton
                    name={nameOf(index)}
                    count={count}
                    isLast={fields.length === 1}
                    onRetire={() => retire(index)}
                    onRemove={() => remove(index)}
                  />
                </div>
              )
            }}
          />
        </div>
        {fields.length < mostOptions && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            Add option
          </Button>
        )}
        {retired.value.length > 0 && (
          <RetiredOptions options={retired.value} counts={counts} onRestore={restore} />
        )}
      </Stack>
    </Input.Wrapper>
  )
}

interface DropProps {
  name: string
  /** How many customers have it. */
  count: number
  /** A field keeps one. */
  isLast: boolean
  onRetire: () => void
  onRemove: () => void
}

/** Takes an option away: one that customers have is retired, and any other removed. */
function DropButton({ name, count, isLast, onRetire, onRemove }: DropProps) {
  const button = { variant: 'subtle', color: 'gray', disabled: isLast }
  if (count === 0)
    return (
      <ActionIcon {...button} aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    )
  return (
    <ActionIcon
      {...button}
      aria-label={`Retire ${name}`}
      title={`Retire: ${pluralize(count, 'customer')} keep it, and it’s no longer offered`}
      onClick={onRetire}
    >
      <IconArchive size={16} aria-hidden />
    </ActionIcon>
  )
}

interface RetiredProps {
  options: readonly string[]
  /** How many customers have each. */
  counts: ReadonlyMap<string, number>
  onRestore: (option: string) => void
}

const RetiredOptions = ({ options, counts, onRestore }: RetiredProps) => (
  <div className={classes['rows']}>
    <Text size="sm" fw={500}>
      Retired options
    </Text>
    <ul className={classes['retired']} aria-label="Retired options">
      {options.map((option) => (
        <li key={option} className={classes['row']}>
          <Text size="sm" c="dimmed" className={classes['input'] ?? ''} dir="auto">
            {option}
            {counts.has(option) && ` · ${pluralize(counts.get(option) ?? 0, 'customer')}`}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Restore ${option}`}
            onClick={() => onRestore(option)}
          >
            <IconArrowBackUp size={16} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  </div>
)
