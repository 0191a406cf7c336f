import type { Session } from '#contract/session.ts'

/** What changing the catalog needs of a person, and of the service. */
export const ability = 'services.manage'
export const feature = 'services.edit'

export const canManageServices = ({ abilities, features }: Session): boolean =>
  abilities.includes(ability) && features.includes(feature)
