export const steps = ['person', 'business', 'fields', 'files', 'permissions', 'review'] as const
export type StepId = (typeof steps)[number]

export const stepTitle: Record<StepId, string> = {
  person: 'Person',
  business: 'Business',
  fields: 'Custom fields',
  files: 'Files',
  permissions: 'Permissions',
  review: 'Review',
}

/** The step a place of the form is filled in at. */
export function stepOf(place: string): StepId {
  const head = place.split('.')[0]
  if (head === 'business') return 'business'
  if (head === 'texts') return 'fields'
  if (head === 'files') return 'files'
  return head === 'permissions' ? 'permissions' : 'person'
}
