/** The fixed sign-in of the demo. Known to everybody, so it works on loopback addresses only. */
export const demoStaff = {
  name: 'Ada Finch',
  email: 'demo@bureau.example',
  password: 'bureau-demo-2026',
} as const
