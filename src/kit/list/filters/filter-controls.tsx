import { Checkbox, Input, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { PeriodInputs, isReversed } from '#kit/period-inputs.tsx'
import { Select } from '#kit/select.tsx'
import { useToday } from '#kit/today.ts'
import { type Period, type Preset, periodOf, presetOf } from '#lib/calendar.ts'
import { capitalized } from '#lib/capitalized.ts'

import classes from './filters.module.css'

/** A value of a filter. */
export interface Option<Value> {
  readonly value: Value
  readonly label: string
  /** The chip of a filter that has it: the label of the filter and of the value unless given. */
  readonly chip?: string
}

interface ChoiceProps {
  label: string
  /** The choice that sets nothing. */
  any: string
  off: unknown
  value: unknown
  useOptions: () => readonly Option<unknown>[]
  error: ReactNode
  onChange: (value: unknown) => void
}

/** A value of the URL that isn't offered is shown as it is, not as another choice. */
const withOthers = <Value,>(options: readonly Option<Value>[], values: readonly Value[]) => [
  ...options,
  ...values
    .filter((value) => !options.some((option) => option.value === value))
    .map((value) => ({ value, label: String(value) })),
]

function ChoiceControl({ label, any, off, value, useOptions, error, onChange }: ChoiceProps) {
  const options = withOthers([{ value: off, label: any }, ...useOptions()], [value])
  const nameOf = (one: unknown) => (one === off ? '' : String(one))
  return (
    <Select
      label={label}
      data={options.map((option) => ({ value: nameOf(option.value), label: option.label }))}
      value={nameOf(value)}
      error={error}
      onChange={({ currentTarget }) =>
        onChange(options.find((option) => nameOf(option.value) === currentTarget.value)?.value)
      }
    />
  )
}

interface ChoicesProps {
  label: string
  values: readonly string[]
  useOptions: () => readonly Option<string>[]
  error: ReactNode
  /** Given how the values change: two clicks may precede the next render. */
  onChange: (next: (values: readonly string[]) => readonly string[]) => void
}

/** A list that is longer can be searched. */
const mostInSight = 10

function ChoicesControl({ label, values, useOptions, error, onChange }: ChoicesProps) {
  const [text, setText] = useState('')
  // Those chosen before are in sight, and stay where they are while others are chosen.
  const [first] = useState(values)
  // A box is checked at once, before the address and the list follow.
  const [chosen, setChosen] = useState(values)
  const [applied, setApplied] = useState(values.join('\n'))
  if (values.join('\n') !== applied) {
    setApplied(values.join('\n'))
    setChosen(values)
  }
  const choose = (value: string, isChosen: boolean) => {
    const next = (latest: readonly string[]) => [
      ...latest.filter((one) => one !== value),
      ...(isChosen ? [value] : []),
    ]
    setChosen(next)
    onChange(next)
  }
  const rankOf = ({ value }: Option<string>) => Number(!first.includes(value))
  const options = withOthers(useOptions(), values).toSorted((a, b) => rankOf(a) - rankOf(b))
  const searched = text.trim().toLowerCase()
  return (
    <GroupControl label={label} error={error}>
      {options.length > mostInSight && (
        <TextInput
          size="xs"
          mt={4}
          aria-label={`Find in ${label}`}
          placeholder="Find"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <div className={classes['choices']}>
        {options
          .filter((option) => option.label.toLowerCase().includes(searched))
          .map((option) => (
            <Checkbox
              key={option.value}
              label={option.label}
              checked={chosen.includes(option.value)}
              onChange={({ currentTarget }) => choose(option.value, currentTarget.checked)}
            />
          ))}
      </div>
    </GroupControl>
  )
}

interface PeriodProps {
  label: string
  presets: readonly Preset[]
  period: Period
  error: ReactNode
  onPeriod: (period: Period) => void
}

/** A period with a name, or two days once “Custom period…” is chosen. */
function PeriodControl({ label, presets, period, error, onPeriod }: PeriodProps) {
  const today = useToday()
  const [isCustom, setCustom] = useState(false)
  const [typed, setTyped] = useState<Period>()
  const preset = presetOf(period, presets, today)
  const isSet = period.from !== '' || period.to !== ''
  const isRange = isCustom || (isSet && preset === undefined)
  // Days in the wrong order stay here, with an error, and the list as it was.
  const shown = typed && isReversed(typed) ? typed : period
  const change = (next: Period) => {
    setTyped(next)
    if (!isReversed(next)) onPeriod(next)
  }
  return (
    <div>
      <Select
        label={label}
        data={[
          { value: '', label: 'Any time' },
          ...presets.map((value) => ({ value, label: capitalized(value) })),
          { value: 'custom', label: 'Custom period…' },
        ]}
        value={isRange ? 'custom' : (preset ?? '')}
        error={error}
        onChange={({ currentTarget: { value } }) => {
          setCustom(value === 'custom')
          const chosen = presets.find((one) => one === value)
          if (chosen) change(periodOf(chosen, today))
          else if (value === '') change({ from: '', to: '' })
        }}
      />
      {isRange && (
        <div className={classes['pair']} role="group" aria-label={`${label} from day to day`}>
          <PeriodInputs period={shown} about={label} onPeriod={change} isNested />
        </div>
      )}
    </div>
  )
}

interface TypedProps {
  label: string
  placeholder?: string
  inputMode?: 'decimal'
  value: string
  error?: ReactNode
  /** What is wrong with a text: it stays, with that, and the list as it was. */
  problem?: (text: string) => string | undefined
  onText: (text: string) => void
}

/** A filter that is typed, and applies on Enter or when the input is left. */
function TypedControl({ value, error, problem, onText, ...rest }: TypedProps) {
  const [text, setText] = useState(value)
  const [applied, setApplied] = useState(value)
  const [wrong, setWrong] = useState<string>()
  const change = (next: string) => {
    setText(next)
    setWrong(undefined)
  }
  // Set or removed elsewhere.
  if (value !== applied) {
    setApplied(value)
    change(value)
  }
  const apply = () => {
    const typed = text.trim()
    const found = problem?.(typed)
    setWrong(found)
    if (found === undefined && typed !== value) onText(typed)
  }
  return (
    <TextInput
      {...rest}
      value={text}
      error={wrong ?? error}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  )
}

interface GroupProps {
  label: string
  error?: ReactNode
  children: ReactNode
}

/** Several inputs that are one filter. */
const GroupControl = ({ label, error, children }: GroupProps) => (
  <Input.Wrapper label={label} labelElement="div" error={error} role="group" aria-label={label}>
    {children}
  </Input.Wrapper>
)

/** The controls that filters are made of. */
export const controls = { ChoiceControl, ChoicesControl, PeriodControl, TypedControl, GroupControl }

export type FilterControls = typeof controls
