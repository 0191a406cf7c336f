import type { Session } from '#contract/session.ts'

/** Requirements for changing the catalog: of the person and of the service. */
export const ability = 'services.manage'
/** The feature of a service whose catalog can be changed. */
export const feature = 'services.edit'

/** Whether this person can change the catalog of this service. */
export const canManageServices = ({ abilities, features }: Session): boolean =>
  abilities.includes(ability) && features.includes(feature)
