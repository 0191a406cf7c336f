import { defineConfig } from '@playwright/test'

import { findBrowser, headlessShell } from './e2e/browser.ts'

const browser = await findBrowser(headlessShell)
// The workers read this file too; what was found once need not be looked for again.
process.env['CHROMIUM_PATH'] = browser.executablePath
Object.assign(process.env, browser.env)

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/demo-data.ts',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  // One more than two cores have: a tenth less time than two.
  workers: 3,
  // A journey that passes only the second time has found something.
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  // Ample, so that a slow machine finds no more than a fast one.
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    // Named before the time of the whole journey is over, which says nothing.
    actionTimeout: 30_000,
    launchOptions: {
      executablePath: browser.executablePath,
      // Pages live for seconds: optimizing their code costs more than it saves, a twelfth of the time. What draws them is no
      // process of its own, which is a tenth.
      args: ['--js-flags=--no-opt --no-maglev', '--in-process-gpu'],
    },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // What a worker fetches would count as the page's, and routes of a test don't reach it; e2e/offline.e2e.ts allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
