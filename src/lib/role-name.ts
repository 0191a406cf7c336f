import { capitalized } from './capitalized.ts'

const names: Readonly<Record<string, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  staff: 'Staff',
  accountant: 'Accountant',
  viewer: 'Viewer',
}

/** Returns a role as people read it; one that only a newer service knows keeps its identifier. */
export const roleName = (role: string): string => names[role] ?? capitalized(role.replaceAll('_', ' '))
