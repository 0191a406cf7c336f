import { ActionIcon, Autocomplete, Menu, Text, TextInput } from '@mantine/core'
import { shallowEqual, useDebouncedValue } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconDots, IconSquareCheck, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, memo, useState } from 'react'

import type { DraftCell, DraftLine } from '#api/invoice-draft.ts'
import { services } from '#api/services.ts'
import type { Service } from '#contract/services/services.ts'
import { isSameName } from '#contract/values/folding.ts'
import { KeyHint } from '#kit/key-hint.tsx'
import { commandKey } from '#kit/page-keys.ts'
import { netPriceText } from '#lib/money.ts'

import classes from './editor.module.css'

/** Callbacks of a line to its list. Each does nothing where it doesn't apply. */
export interface LineActions {
  readonly type: (key: string, cell: DraftCell, text: string) => void
  readonly pick: (key: string, service: Service) => void
  readonly move: (key: string, by: 1 | -1) => void
  readonly remove: (key: string) => void
  readonly setOptional: (key: string, isOptional: boolean) => void
  readonly onKey: (event: KeyboardEvent<HTMLElement>, key: string, cell: DraftCell) => void
}

interface Props {
  line: DraftLine
  /** From 1. */
  position: number
  isFirst: boolean
  isLast: boolean
  /** The amount in words; empty while it can’t be calculated. */
  amount: string
  errors: Partial<Record<DraftCell, string>> | undefined
  actions: LineActions
  /** The customer may be allowed to leave it out. */
  hasOptions: boolean
}

/** Makes a line of a proposal optional, and back. */
export const optionKeys = [commandKey, '/'] as const

const numbers = [
  { cell: 'quantity', label: 'Quantity', placeholder: '1', unit: undefined },
  { cell: 'price', label: 'Unit price', placeholder: '0.00', unit: undefined },
  { cell: 'discount', label: 'Discount', placeholder: '0', unit: '%' },
  { cell: 'tax', label: 'Tax', placeholder: '0', unit: '%' },
] as const

/** A line of the invoice; a row of a spreadsheet, or a block on a phone. */
export const LineRow = memo(function LineRow({
  line,
  position,
  isFirst,
  isLast,
  amount,
  errors = {},
  actions,
  hasOptions,
}: Props) {
  const { key, isOptional = false } = line
  const onKey = (event: KeyboardEvent<HTMLElement>, cell: DraftCell) => {
    if (!hasOptions || event.key !== '/' || !(event.ctrlKey || event.metaKey))
      return actions.onKey(event, key, cell)
    event.preventDefault()
    return actions.setOptional(key, !isOptional)
  }
  return (
    <li className={classes.line} data-line={key} aria-label={`Line ${position}`}>
      <div className={classes.description}>
        <DescriptionCell
          label={`Description, line ${position}`}
          text={line.description}
          error={errors.description}
          onText={(text) => actions.type(key, 'description', text)}
          onService={(service) => actions.pick(key, service)}
          isPriced={line.price !== ''}
          onKeyDown={(event) => onKey(event, 'description')}
        />
        {isOptional && (
          <Text size="xs" c="dimmed">
            Optional, not in the total
          </Text>
        )}
      </div>
      {numbers.map(({ cell, label, placeholder, unit }) => (
        <TextInput
          key={cell}
          className={classes.number ?? ''}
          data-cell={cell}
          aria-label={`${label}, line ${position}`}
          label={<span className={classes.phoneLabel}>{label}</span>}
          placeholder={placeholder}
          inputMode="decimal"
          autoComplete="off"
          value={line[cell]}
          rightSection={unit && <span aria-hidden>{unit}</span>}
          rightSectionWidth={26}
          rightSectionPointerEvents="none"
          onChange={({ currentTarget }) => actions.type(key, cell, currentTarget.value)}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onKeyDown={(event) => onKey(event, cell)}
          error={errors[cell]}
        />
      ))}
      <span className={classes.amount}>
        <span className={classes.phoneLabel}>Amount</span>
        <span dir="ltr">{amount}</span>
      </span>
      <LineMenu
        name={`Actions for line ${position}`}
        line={line}
        isFirst={isFirst}
        isLast={isLast}
        actions={actions}
        hasOptions={hasOptions}
      />
    </li>
  )
}, isSameRow)

/** A form copies all its lines with every change of one. */
function isSameRow({ line: before, ...rest }: Props, { line: now, ...others }: Props): boolean {
  return shallowEqual(before, now) && shallowEqual(rest, others)
}

interface MenuProps extends Pick<Props, 'line' | 'isFirst' | 'isLast' | 'actions' | 'hasOptions'> {
  name: string
}

function LineMenu({ name, line, isFirst, isLast, actions, hasOptions }: MenuProps) {
  const { key, isOptional = false } = line
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {/* By keyboard, each of these is a shortcut: Tab leads from line to line. */}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={name}
          tabIndex={-1}
          className={classes.actions ?? ''}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={isFirst}
          leftSection={<IconArrowUp size={16} aria-hidden />}
          rightSection={<KeyHint keys={['Alt', '↑']} />}
          onClick={() => actions.move(key, -1)}
        >
          Move up
        </Menu.Item>
        <Menu.Item
          disabled={isLast}
          leftSection={<IconArrowDown size={16} aria-hidden />}
          rightSection={<KeyHint keys={['Alt', '↓']} />}
          onClick={() => actions.move(key, 1)}
        >
          Move down
        </Menu.Item>
        {hasOptions && (
          <Menu.Item
            leftSection={<IconSquareCheck size={16} aria-hidden />}
            rightSection={<KeyHint keys={optionKeys} />}
            onClick={() => actions.setOptional(key, !isOptional)}
          >
            {isOptional ? 'Make required' : 'Make optional'}
          </Menu.Item>
        )}
        <Menu.Item
          color="var(--bureau-bad)"
          leftSection={<IconTrash size={16} aria-hidden />}
          rightSection={<KeyHint keys={[commandKey, '⌫']} />}
          onClick={() => actions.remove(key)}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface DescriptionCellProps {
  label: string
  text: string
  error: string | undefined
  onText: (text: string) => void
  onService: (service: Service) => void
  isPriced: boolean
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** Description of a line: free text, or a service of the catalog that is found by typing. Enter takes one whose name is typed in full. */
function DescriptionCell({
  label,
  text,
  error,
  onText,
  onService,
  isPriced,
  onKeyDown,
}: DescriptionCellProps) {
  const [isOpen, setOpen] = useState(false)
  const [search] = useDebouncedValue(text.trim(), 200)
  const { data } = useQuery({
    ...services.list({ page: 1, size: 8, search, active: true }),
    enabled: isOpen,
  })
  // A name that occurs twice can be chosen once: options are told apart by it.
  const found = new Map((isOpen ? (data?.rows ?? []) : []).toReversed().map((row) => [row.name, row]))
  return (
    <Autocomplete
      aria-label={label}
      data-cell="description"
      placeholder="Description, or search the catalog"
      autoComplete="off"
      openOnFocus={false}
      value={text}
      onChange={onText}
      onOptionSubmit={(name) => {
        const service = found.get(name)
        if (service) onService(service)
      }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={(event) => {
        const { key, ctrlKey, metaKey, nativeEvent, currentTarget } = event
        const isEnter = key === 'Enter' && !ctrlKey && !metaKey && !nativeEvent.isComposing
        const isChoosing = currentTarget.getAttribute('aria-activedescendant') !== null
        const canTake = isEnter && !isChoosing && !isPriced
        const named = canTake && [...found.values()].find(({ name }) => isSameName(name, text))
        if (!named) return onKeyDown(event)
        event.preventDefault()
        return onService(named)
      }}
      data={[...found.keys()].toReversed()}
      // The service has searched already.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const service = found.get(option.value)
        return (
          <div>
            <bdi>{option.value}</bdi>
            {service && (
              <Text size="xs" c="dimmed" component="div">
                {netPriceText(service)}
              </Text>
            )}
          </div>
        )
      }}
      error={error}
    />
  )
}
