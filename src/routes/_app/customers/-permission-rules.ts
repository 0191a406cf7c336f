import { type Module, type Verb, actions } from '#contract/values/permissions.ts'

/** The permissions of a customer: ids of actions, ascending. */
export type Granted = readonly number[]

/** A cell, a row, a column or the whole matrix: without a module it's all modules, without a verb all verbs. */
export interface Part {
  module?: Module | undefined
  verb?: Verb | undefined
}

/** How much of something is granted. */
export type Coverage = 'none' | 'some' | 'all'

/** How much of a part is granted. */
export function coverage(granted: Granted, part: Part): Coverage {
  const ids = idsOf(part)
  const given = ids.filter((id) => granted.includes(id)).length
  if (given === 0) return 'none'
  return given === ids.length ? 'all' : 'some'
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

/** The actions of a part. */
export const actionsOf = ({ module, verb }: Part) =>
  actions.filter((action) => (!module || action.module === module) && (!verb || action.verb === verb))

/** The ids of the actions of a part, ascending. */
export const idsOf = (part: Part): Granted => sorted(actionsOf(part).map(({ id }) => id))

export function sorted(ids: Iterable<number>): Granted {
  return [...ids].sort((a, b) => a - b)
}
