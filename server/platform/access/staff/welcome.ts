import type { Context } from '#server/context.ts'

import { offersDemo } from './demo-access.ts'
import { demoColleagues } from './demo-staff.ts'

/** The text printed once the service listens: its address, and how the first person gets in. */
export async function welcome({ config, staff, publicUrl }: Context): Promise<string[]> {
  const lines = ['', `  Bureau is open at ${publicUrl()}`]
  const demo = await staff.demo()
  if (demo) {
    const others = demoColleagues.map(({ email, role }) => `${email} (${role})`).join(', ')
    lines.push(`  Demo sign-in: ${demo.email} / ${demo.password}`)
    lines.push(`  Others with the same password: ${others}`)
    return [...lines, '']
  }
  if (config.demo && !offersDemo(config)) {
    lines.push(
      '  The demo is available on this machine only, so it is off: HOST or PUBLIC_URL is not loopback.',
    )
  }
  if (await staff.needsSetUp()) {
    lines.push(
      `  Create the owner account (single-use link): ${publicUrl()}/set-up#token=${await staff.newSetUpToken()}`,
    )
  }
  return [...lines, '']
}
