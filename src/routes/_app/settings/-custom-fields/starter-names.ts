/** Names of `starters`. Apart from them: the address of a new field has one, and every first visit knows the addresses. */
export const starterNames = ['source', 'number', 'agreement'] as const
export type Starter = (typeof starterNames)[number]
