import { actions } from '#contract/values/permissions.ts'

import { type Granted, type Part, idsOf, sorted } from './-permission-rules.ts'

/** Permissions that are granted in one click. */
export const presets = {
  none: [],
  view: idsOf({ verb: 'view' }),
  full: idsOf({}),
} as const satisfies Record<string, Granted>
/** The name of one of the `presets`. */
export type Preset = keyof typeof presets

/** Returns the preset that grants exactly this, if there is one. */
export function presetOf(granted: Granted): Preset | undefined {
  const own = sorted(granted).join()
  return (['none', 'view', 'full'] as const).find((preset) => presets[preset].join() === own)
}

/**
 * Grants or removes a part. Create, edit and delete make no sense without view, so granting one of them also grants view,
 * and removing view removes all four of that module.
 */
export function toggle(granted: Granted, part: Part, on: boolean): Granted {
  const ids = new Set(granted)
  for (const { id, module, verb } of actions) {
    if (part.module && part.module !== module) continue
    if (on && (!part.verb || part.verb === verb || verb === 'view')) ids.add(id)
    if (!on && (!part.verb || part.verb === verb || part.verb === 'view')) ids.delete(id)
  }
  return sorted(ids)
}
