import { Button, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'

import { colorSchemes } from '#kit/color-schemes.ts'
import { densities, densityNames, useDensity } from '#kit/list/density.ts'
import { useSingleKeys } from '#kit/page-keys.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { openShortcuts } from '#routes/-shell/shortcut-sheet.ts'

import { SettingRow } from '../-setting-row.tsx'

/** How Bureau looks and answers to keys in this browser. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [density, setDensity] = useDensity()
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()
  return (
    <SectionCard title="Preferences" description="Saved in this browser, for every account you open in it.">
      <SettingRow label="Theme" description="System follows your device.">
        <SegmentedControl
          aria-label="Theme"
          data={colorSchemes.map(({ value, label }) => ({ value, label }))}
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
        />
      </SettingRow>
      <SettingRow label="Row height" description="How tall the rows of lists are.">
        <SegmentedControl
          aria-label="Row height"
          data={densities.map((value) => ({ value, label: densityNames[value] }))}
          value={density}
          onChange={(value) => setDensity(value)}
        />
      </SettingRow>
      <SettingRow
        label="Single-key shortcuts"
        inputId="single-keys"
        description="Turn them off if you use speech input or trigger them by accident."
      >
        <Switch
          id="single-keys"
          checked={hasSingleKeys}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
      </SettingRow>
      <SettingRow label="Keyboard shortcuts" description="All of them in one list; ? opens it on every page.">
        <Button
          variant="default"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={openShortcuts}
        >
          Show shortcuts
        </Button>
      </SettingRow>
    </SectionCard>
  )
}
