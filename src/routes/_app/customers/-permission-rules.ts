import { type Module, type Verb, actions } from '#contract/permissions.ts'

/** The permissions of a customer: ids of actions, ascending. */
export type Granted = readonly number[]

/** A cell, a row, a column or the whole matrix: without a module it's all modules, without a verb all verbs. */
export interface Part {
  module?: Module | undefined
  verb?: Verb | undefined
}

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

/** How much of a part is granted. */
export function coverage(granted: Granted, part: Part): 'none' | 'some' | 'all' {
  const ids = idsOf(part)
  const given = ids.filter((id) => granted.includes(id)).length
  if (given === 0) return 'none'
  return given === ids.length ? 'all' : 'some'
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

/** The action ids of a customer's `permissions`, which is a map of ids, or an empty array. */
export function grantedIn(permissions: Readonly<Record<string, string>> | readonly never[]): Granted {
  const known = new Set(actions.map(({ id }) => id))
  return sorted(
    Object.keys(permissions)
      .map(Number)
      .filter((id) => known.has(id)),
  )
}

/** `view-invoice` as people say it. */
export const moduleTitle: Record<Module, string> = {
  invoice: 'Invoices',
  contract: 'Contracts',
  proposal: 'Proposals',
  meeting: 'Meetings',
}

/** Labels of the actions of a module. */
export const verbTitle: Record<Verb, string> = {
  view: 'View',
  create: 'Create',
  edit: 'Edit',
  delete: 'Delete',
}

function idsOf({ module, verb }: Part): Granted {
  return sorted(
    actions
      .filter((action) => (!module || action.module === module) && (!verb || action.verb === verb))
      .map(({ id }) => id),
  )
}

function sorted(ids: Iterable<number>): Granted {
  return [...ids].sort((a, b) => a - b)
}
