const names: Readonly<Record<string, string>> = {
  'audit.view': 'View the audit log',
  'contacts.view': 'View contacts',
  'contacts.manage': 'Manage contacts',
  'credentials.manage': 'Manage API credentials',
  'customers.manage': 'Manage customers',
  'invoices.manage': 'Manage invoices',
  'members.manage': 'Manage people',
  'owners.manage': 'Manage owners',
  'services.manage': 'Manage services',
  'settings.manage': 'Manage settings',
}

/** Returns the name that staff know a permission by; an unknown one keeps its identifier. */
export const abilityName = (ability: string): string => names[ability] ?? ability
