import { Select } from '#kit/select.tsx'

interface Props {
  label: string
  yes: string
  no: string
  value: 'yes' | 'no' | undefined
  onChange: (value: 'yes' | 'no' | undefined) => void
}

/** A filter that is true, false or not set. */
export function YesNoSelect({ label, yes, no, value = undefined, onChange }: Props) {
  return (
    <Select
      label={label}
      data={[
        { value: '', label: 'Any' },
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ]}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange((['yes', 'no'] as const).find((one) => one === currentTarget.value))
      }
    />
  )
}
