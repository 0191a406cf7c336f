/** The steps of the wizard, in order. Apart from what they need, as every visit reads the addresses of all screens. */
export const steps = ['person', 'business', 'fields', 'files', 'permissions', 'review'] as const
/** One of the `steps`. */
export type StepId = (typeof steps)[number]
