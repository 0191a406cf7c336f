import type { Session } from '#contract/access/session.ts'

/** The permission that changing the catalog needs. */
export const ability = 'services.manage'

/** Whether this person can change the catalog here. */
export const canManageServices = ({ abilities, features }: Session): boolean =>
  abilities.includes(ability) && features.records
