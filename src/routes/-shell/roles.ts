import type { Role } from '#contract/session.ts'

/** The roles as people read them. */
export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  staff: 'Staff',
  viewer: 'Viewer',
}
