import { SegmentedControl } from '@mantine/core'

import { type Preset, presetOf, presets } from './-permission-edits.ts'
import type { Granted } from './-permission-rules.ts'

const titles: Record<Preset, string> = { none: 'None', view: 'View only', full: 'Full access' }

interface Props {
  /** Undefined where some have a permission and others don't. */
  granted: Granted | undefined
  onPreset: (granted: Granted) => void
}

/** Permissions in one click. */
export function PermissionPresets({ granted, onPreset }: Props) {
  const preset = granted && presetOf(granted)
  return (
    <SegmentedControl
      aria-label="Presets"
      value={preset ?? 'custom'}
      onChange={(chosen) => chosen !== 'custom' && onPreset(presets[chosen as Preset])}
      data={[
        ...(['none', 'view', 'full'] as const).map((value) => ({ value, label: titles[value] })),
        // Not to be chosen: it says that the permissions are none of the presets.
        ...(preset === undefined ? [{ value: 'custom', label: granted ? 'Custom' : 'Mixed' }] : []),
      ]}
    />
  )
}
