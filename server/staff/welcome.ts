import { isLoopback } from '../config.ts'
import type { Services } from '../services.ts'
import { demoColleagues } from './demo-staff.ts'

/** What the start prints once the service listens: where it is, and how the first person gets in. */
export async function welcome({ config, staff, publicUrl }: Services): Promise<string[]> {
  const lines = ['', `  Bureau is open at ${publicUrl()}`]
  const demo = await staff.demo()
  if (demo) {
    const others = demoColleagues.map(({ email, role }) => `${email} (${role})`).join(', ')
    lines.push(`  Demo sign-in: ${demo.email} / ${demo.password}`)
    lines.push(`  Others with the same password: ${others}`)
  } else if (await staff.needsSetUp()) {
    lines.push(
      `  Make the first owner (works once): ${publicUrl()}/set-up#token=${await staff.newSetUpToken()}`,
    )
  } else if (config.demo && !isLoopback(config.host)) {
    lines.push('  The demo sign-in is refused on an address that others can reach.')
  }
  return [...lines, '']
}
