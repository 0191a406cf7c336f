import type { BrowserContext } from '@playwright/test'

import {
  test as base,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  provoked,
  startSession,
} from './fixtures.ts'
import { screens } from './pictures/all.ts'
import { mail, openScreen, setUpOwner } from './pictures/screen.ts'
import { startService } from './service.ts'

const widths = [1440, 1024, 390]
/** Where a screen looks different; the one between only has less room. */
const checkedWidths = [1440, 390]

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

/** What axe can't judge on screens whose names end so. */
const exceptions: readonly (readonly [name: string, rules: string[]])[] = [
  // It floats outside every landmark, and has an empty element that takes the focus until a key is pressed.
  ['-menu', ['region', 'aria-required-children']],
  // It is scrolled, and what lies half below the bar at its top looks too small to press.
  ['settings-api-endpoint', ['target-size']],
]

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
    const except = exceptions.find(([name]) => screen.name.endsWith(name))?.[1] ?? []
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      if (checkedWidths.includes(width)) await expectAccessibleInBothColors(page, except)
      await expectNoSidewaysScroll(page)
    }
    await screen.after?.(page)
  })
}
