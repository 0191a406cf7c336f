import type { Session } from '#contract/session.ts'

/** The permission that the pages of custom fields need. */
export const ability = 'settings.manage'
/** The feature of a service with these pages. */
export const feature = 'custom-fields'

/** Whether the person can define custom fields here. */
export const canManageFields = ({ abilities, features }: Session): boolean =>
  abilities.includes(ability) && features.includes(feature)
