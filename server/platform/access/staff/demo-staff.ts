/** The fixed sign-ins of the demo. Known to everybody, so they work on loopback addresses only. */
const password = 'bureau-demo-2026'

/** Owns the demo account. */
export const demoStaff = { name: 'Ada Finch', email: 'demo@bureau.example', password } as const

/** Work beside the owner, to show what each role sees. */
export const demoColleagues = [
  { name: 'Ben Harbor', email: 'staff@bureau.example', password, role: 'staff' },
  { name: 'Cleo Marsh', email: 'viewer@bureau.example', password, role: 'viewer' },
] as const

/** The emails of everybody in the demo. */
export const demoEmails: readonly string[] = [demoStaff, ...demoColleagues].map(({ email }) => email)

/** Returns whether that is the email of somebody in the demo, in any case of letters. */
export const isDemoStaff = (email: string): boolean => demoEmails.includes(email.toLowerCase())
