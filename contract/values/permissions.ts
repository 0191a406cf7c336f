/**
 * The permission matrix of a customer: four modules, four verbs. Ids are four a module in the order create, edit,
 * delete, view, so that view is 4, 8, 12 and 16 as the specification shows.
 */
export const modules = ['invoice', 'contract', 'proposal', 'meeting'] as const
export type Module = (typeof modules)[number]

/** In the order people read them; the wire's ids follow `verbsById`. */
export const verbs = ['view', 'create', 'edit', 'delete'] as const
export type Verb = (typeof verbs)[number]

/** `view-invoice`: the wire's name of an action. */
export type Action = `${Verb}-${Module}`

const verbsById = ['create', 'edit', 'delete', 'view'] as const

/** Every action with its id, 1 to 16. */
export const actions: readonly { id: number; module: Module; verb: Verb; name: Action }[] = modules.flatMap(
  (module, row) =>
    verbsById.map((verb, column) => ({
      id: row * 4 + column + 1,
      module,
      verb,
      name: `${verb}-${module}` as const,
    })),
)
