import type { Screen } from './screen.ts'

export const settings: readonly Screen[] = [
  { name: 'settings-profile', path: '/settings/profile' },
  { name: 'settings-company', path: '/settings/company' },
  { name: 'settings-custom-fields', path: '/settings/custom-fields' },
  { name: 'settings-custom-field', path: '/settings/custom-fields/1' },
  { name: 'settings-new-custom-field', path: '/settings/custom-fields/new?like=source' },
  { name: 'settings-api', path: '/settings/api' },
  { name: 'settings-api-endpoint', path: '/settings/api#createWebhook' },
]
