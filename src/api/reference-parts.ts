/** The parts of the reference: what the specification has, and what this service adds. */
export const referenceParts = ['api', 'extensions'] as const
export type ReferencePart = (typeof referenceParts)[number]
