/** Documents that a link in an email leads to. */
export const linkedKinds = ['invoice', 'proposal', 'contract'] as const
export type LinkedKind = (typeof linkedKinds)[number]
