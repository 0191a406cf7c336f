/** Every address of the dashboard; `$…` stands for one segment. A test compares them with the dashboard's routes. */
export const screens = [
  '/',
  '/contacts',
  '/contacts/$id/edit',
  '/contacts/new',
  '/customers',
  '/customers/$id',
  '/customers/$id/edit',
  '/customers/import',
  '/customers/new',
  '/customers/trash',
  '/forgot-password',
  '/invitation',
  '/invoices',
  '/invoices/$id',
  '/invoices/$id/credit',
  '/invoices/$id/edit',
  '/invoices/credit-notes/$id',
  '/invoices/new',
  '/invoices/credit-notes',
  '/invoices/recurring',
  '/invoices/recurring/$id',
  '/invoices/recurring/$id/edit',
  '/invoices/recurring/new',
  '/overview',
  '/reset-password',
  '/services',
  '/services/$id/edit',
  '/services/compare',
  '/services/import',
  '/services/new',
  '/set-up',
  '/settings',
  '/settings/api',
  '/settings/audit-log',
  '/settings/company',
  '/settings/credentials',
  '/settings/credentials/$id',
  '/settings/credentials/$id/edit',
  '/settings/credentials/new',
  '/settings/custom-fields',
  '/settings/custom-fields/$id',
  '/settings/custom-fields/new',
  '/settings/notifications',
  '/settings/people',
  '/settings/profile',
  '/settings/security',
  '/sign-in',
  '/webhooks',
  '/webhooks/$id',
  '/webhooks/$id/edit',
  '/webhooks/checker',
  '/webhooks/new',
] as const

/** The paths that a screen's address stands for. */
export const screenShape = (screen: string): RegExp =>
  new RegExp(`^${screen.replaceAll(/\$\w+/g, '[^/]+')}/?$`)

const shapes = screens.map(screenShape)

/** Whether the dashboard has a screen at this path. */
export const isScreen = (path: string): boolean => shapes.some((shape) => shape.test(path))
