import { isLoopback } from '../config.ts'
import type { Services } from '../services.ts'

/** What the start prints once the service listens: where it is, and how the first person gets in. */
export async function welcome({ config, staff, publicUrl }: Services): Promise<string[]> {
  const lines = ['', `  Bureau is open at ${publicUrl()}`]
  const demo = await staff.demo()
  if (demo) lines.push(`  Demo sign-in: ${demo.email} / ${demo.password}`)
  else if (await staff.needsSetUp()) {
    lines.push(
      `  Make the first owner (works once): ${publicUrl()}/set-up#token=${await staff.newSetUpToken()}`,
    )
  } else if (config.demo && !isLoopback(config.host)) {
    lines.push('  The demo sign-in is refused on an address that others can reach.')
  }
  return [...lines, '']
}
