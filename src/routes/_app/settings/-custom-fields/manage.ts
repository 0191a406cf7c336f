import type { Session } from '#contract/access/session.ts'

/** The permission that the pages of custom fields need. */
export const ability = 'settings.manage'

/** Whether the person can define custom fields here. */
export const canManageFields = ({ abilities, features }: Session): boolean =>
  abilities.includes(ability) && features.records
