import { type Module, modules, verbs } from '#contract/values/permissions.ts'
import { listText } from '#lib/locale.ts'

import { type Granted, coverage } from './-permission-rules.ts'

/** Summary of permissions in one sentence: modules with the same rights are named together. */
export function sentence(granted: Granted): string {
  const groups = new Map<string, Module[]>()
  for (const module of modules) {
    const can = verbs.filter((verb) => coverage(granted, { module, verb }) === 'all')
    const words = listText(can, 'and')
    groups.set(words, [...(groups.get(words) ?? []), module])
  }
  const nothing = groups.get('')
  groups.delete('')
  if (groups.size === 0) return 'This customer has no access to invoices, contracts, proposals or meetings.'
  const clauses = [...groups].map(
    ([words, of]) =>
      `${words} ${listText(
        of.map((module) => `${module}s`),
        'and',
      )}`,
  )
  const only = groups.size === 1 && groups.has('view') ? 'only ' : ''
  if (nothing)
    clauses.push(
      `has no access to ${listText(
        nothing.map((module) => `${module}s`),
        'or',
      )}`,
    )
  const last = clauses.pop()
  return `This customer can ${only}${clauses.length > 0 ? `${clauses.join(', ')}, and ` : ''}${last}.`
}
