import { type Action, actions, modules, verbs } from '#contract/values/permissions.ts'
import { numberText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'

import {
  type Coverage,
  type Granted,
  type Part,
  actionsOf,
  moduleTitle,
  sorted,
  verbTitle,
} from '../-permission-rules.ts'

/** Changes by permission; those without an entry stay as they are. */
export type Choices = ReadonlyMap<Action, 'grant' | 'revoke'>

/**
 * Chooses for one permission. As in a customer's form, granting create, edit or delete also grants view, and revoking view
 * revokes all four of that module.
 */
export function choose(choices: Choices, name: Action, choice: 'grant' | 'revoke' | undefined): Choices {
  const next = new Map(choices)
  const own = actions.find((action) => action.name === name)
  const siblings = actions.filter(({ module }) => module === own?.module)
  if (choice === undefined) next.delete(name)
  else next.set(name, choice)
  for (const { name: sibling, verb } of siblings) {
    if (choice === 'grant' && verb === 'view') next.set(sibling, 'grant')
    if (choice === 'revoke' && own?.verb === 'view') next.set(sibling, 'revoke')
  }
  return next
}

/** How many of the customers have each permission. */
export interface Counts {
  readonly total: number
  readonly having: ReadonlyMap<Action, number>
}

/** How many have a permission now. */
function coverageNow(name: Action, { total, having }: Counts): Coverage {
  const have = having.get(name) ?? 0
  if (have === 0) return 'none'
  return have === total ? 'all' : 'some'
}

/** How many will have a part; `some` where a permission stays that only some of them have. */
export function coverageOf(part: Part, choices: Choices, counts: Counts): Coverage {
  const each = new Set(
    actionsOf(part).map(({ name }) => {
      const choice = choices.get(name)
      return choice ? chosen[choice] : coverageNow(name, counts)
    }),
  )
  const [only] = each
  return each.size === 1 && only ? only : 'some'
}

const chosen = { grant: 'all', revoke: 'none' } as const

/**
 * Grants or revokes a part. What all of them have already stays as it is; and so does, after it was granted and then revoked,
 * what only some have.
 */
export function choosePart(choices: Choices, part: Part, isOn: boolean, counts: Counts): Choices {
  const choice = isOn ? 'grant' : 'revoke'
  const isOne = part.module !== undefined && part.verb !== undefined
  return actionsOf(part).reduce((next, { name }) => {
    const now = coverageNow(name, counts)
    const isBack = isOne && isOn && now === 'some' && choices.get(name) === 'revoke'
    return choose(next, name, isBack || now === chosen[choice] ? undefined : choice)
  }, choices)
}

/** Grants exactly these, and revokes the others. */
export const chooseExactly = (granted: Granted, counts: Counts): Choices =>
  actions.reduce<Choices>(
    (next, { id, module, verb }) => choosePart(next, { module, verb }, granted.includes(id), counts),
    new Map(),
  )

/** What all of them will have; undefined if there is something that only some of them will. */
export function grantedToAll(choices: Choices, counts: Counts): Granted | undefined {
  const each = actions.map(({ id, module, verb }) => ({
    id,
    of: coverageOf({ module, verb }, choices, counts),
  }))
  return each.some(({ of }) => of === 'some')
    ? undefined
    : sorted(each.filter(({ of }) => of === 'all').map(({ id }) => id))
}

/** The permissions that are granted or revoked. */
export const namesWith = (choices: Choices, choice: 'grant' | 'revoke'): Action[] =>
  actions.map(({ name }) => name).filter((name) => choices.get(name) === choice)

/** One line of the preview: what becomes of a permission. */
export interface Effect {
  readonly name: Action
  /** `View invoices` */
  readonly title: string
  readonly text: string
  /** How many customers it changes. */
  readonly changed: number
}

/** Returns what the choices change for customers of whom `having` have each permission; those without effect come last. */
export function effectsOf(choices: Choices, { total, having }: Counts): Effect[] {
  const effects = allNames.flatMap(({ name, module, verb }) => {
    const choice = choices.get(name)
    if (!choice) return []
    const have = having.get(name) ?? 0
    const title = `${verbTitle[verb]} ${moduleTitle[module].toLowerCase()}`
    const [changed, rest] = choice === 'grant' ? [total - have, have] : [have, total - have]
    const verbs = choice === 'grant' ? ['gets it', 'get it'] : ['loses it', 'lose it']
    const already =
      choice === 'grant' ? ['already has it', 'already have it'] : ['doesn’t have it', 'don’t have it']
    const parts = [
      changed > 0 && `${pluralize(changed, 'customer')} ${verbs[changed === 1 ? 0 : 1]}`,
      rest > 0 &&
        `${changed > 0 ? numberText(rest) : pluralize(rest, 'customer')} ${already[rest === 1 ? 0 : 1]}`,
    ].filter((part) => part !== false)
    return [{ name, title, text: parts.join('; '), changed }]
  })
  return effects.toSorted((a, b) => Number(b.changed > 0) - Number(a.changed > 0))
}

const allNames = modules.flatMap((module) =>
  verbs.map((verb) => ({ module, verb, name: `${verb}-${module}` as const })),
)
