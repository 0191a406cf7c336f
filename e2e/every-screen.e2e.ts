import type { BrowserContext } from '@playwright/test'

import {
  test as base,
  expectAccessible,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  provoked,
  startSession,
} from './fixtures.ts'
import { screens } from './pictures/all.ts'
import { mail, openScreen, setUpOwner } from './pictures/screen.ts'
import { startService } from './service.ts'

/** How much is checked where a screen looks different; the width between only has less room, and a phone the same colors. */
const widths = [
  { width: 1440, check: expectAccessibleInBothColors },
  { width: 1024, check: undefined },
  { width: 390, check: expectAccessible },
] as const

const serviceWith = (env: Readonly<Record<string, string>>) =>
  base.extend({
    service: [
      // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
      async ({}, provide) => {
        const service = await startService(env)
        await provide(service)
        await service.stop()
      },
      { scope: 'worker', timeout: 150_000 },
    ],
  })
const withDemo = serviceWith(mail)
const withoutData = serviceWith({ DEMO: '0' })
let newcomer: Awaited<ReturnType<BrowserContext['cookies']>> | undefined

base.describe.configure({ mode: 'parallel' })
base.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const screen of screens) {
  const test = screen.by === 'newcomer' ? withoutData : withDemo
  test(`${screen.name} is accessible in both color schemes and fits every width`, async ({
    page,
    service,
    watch,
  }) => {
    if (screen.fails) watch.allow(...provoked)
    if (screen.by === undefined) await startSession(page)
    if (screen.by === 'newcomer') {
      if (newcomer) await page.context().addCookies(newcomer)
      else await setUpOwner(page, service.output())
      newcomer = await page.context().cookies()
    }
    await openScreen(page, screen)
    // A menu floats outside every landmark, which axe's best practices don't allow for, and has an empty element that takes
    // the focus until a key is pressed.
    const except = screen.name.endsWith('-menu') ? ['region', 'aria-required-children'] : []
    for (const { width, check } of widths) {
      await page.setViewportSize({ width, height: 900 })
      // What lies half below a bar at the top looks too small to press.
      await page.evaluate(() => scrollTo(0, 0))
      await check?.(page, { except })
      await expectNoSidewaysScroll(page)
    }
    await screen.after?.(page)
  })
}
