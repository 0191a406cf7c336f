import type { Page } from '@playwright/test'

import type { Screen } from './screen.ts'

/** Proposals, contracts and meetings. */
export const documents: readonly Screen[] = [
  { name: 'proposals', path: '/proposals' },
  { name: 'proposals-no-match', path: '/proposals?search=zzzz' },
  { name: 'proposal', path: '/proposals', act: openFirst },
  { name: 'proposal-new', path: '/proposals/new' },
  { name: 'contracts', path: '/contracts' },
  { name: 'contract', path: '/contracts', act: openFirst },
  { name: 'contract-new', path: '/contracts/new' },
  { name: 'meetings', path: '/meetings' },
  { name: 'meetings-calendar', path: '/meetings/calendar' },
  { name: 'booking-times', path: '/meetings/booking-times' },
  { name: 'meeting', path: '/meetings/3' },
  { name: 'meeting-new', path: '/meetings/new' },
]

async function openFirst(page: Page) {
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: 'More actions' }).waitFor()
}
