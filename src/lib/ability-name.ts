const names: Readonly<Record<string, string>> = {
  'audit.view': 'View the audit log',
  'contacts.view': 'View contacts',
  'contacts.manage': 'Manage contacts',
  'contracts.manage': 'Manage contracts',
  'credentials.manage': 'Manage API credentials',
  'customers.manage': 'Manage customers',
  'invoices.manage': 'Manage invoices',
  'meetings.manage': 'Manage meetings',
  'members.manage': 'Manage people',
  'owners.manage': 'Manage owners',
  'proposals.manage': 'Manage proposals',
  'services.manage': 'Manage services',
  'settings.manage': 'Manage settings',
}

/** Returns the name that staff know a permission by; an unknown one keeps its identifier. */
export const abilityName = (ability: string): string => names[ability] ?? ability
