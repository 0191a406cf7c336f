import type { Screen } from './screen.ts'

export const settings: readonly Screen[] = [{ name: 'settings-profile', path: '/settings/profile' }]
