import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { type Screen, opened, press, pressExactly, send } from './screen.ts'

const invite = (page: Page) =>
  send('POST', '/api/x/invitations', { email: 'ines.duarte@example.com', role: 'accountant' })(page)

/** Answers 422 where an earlier screen has invited them. */
const withInvitation = async (page: Page) => {
  await page.goto('/settings/people')
  await invite(page)
}

async function choosePhoto(page: Page) {
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#115e59' } })
    .png()
    .toBuffer()
  const chooser = page.locator('input[type=file]').first()
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('application', { name: /^Crop area/ }).waitFor()
}

export const settings: readonly Screen[] = [
  { name: 'settings-profile', path: '/settings/profile' },
  { name: 'settings-templates', path: '/settings/templates' },
  { name: 'settings-template-new', path: '/settings/templates/new' },
  { name: 'settings-invoice-template-new', path: '/settings/templates/invoice/new' },
  {
    name: 'settings-profile-crop',
    path: '/settings/profile',
    act: choosePhoto,
  },
  {
    name: 'settings-profile-photo',
    path: '/settings/profile',
    act: async (page) => {
      await choosePhoto(page)
      await press('Save photo')(page)
      await page.getByRole('button', { name: 'Remove photo' }).waitFor()
    },
    after: async (page) => {
      await press('Remove photo')(page)
      await page.getByRole('img', { name: 'Your initials' }).waitFor()
    },
  },
  { name: 'settings-security', path: '/settings/security' },
  { name: 'settings-security-errors', path: '/settings/security', act: pressExactly('Change password') },
  { name: 'settings-notifications', path: '/settings/notifications' },
  {
    name: 'settings-security-two-factor',
    path: '/settings/security',
    act: opened(press('Turn on')),
  },
  { name: 'settings-company', path: '/settings/company' },
  { name: 'settings-custom-fields', path: '/settings/custom-fields' },
  { name: 'settings-custom-field', path: '/settings/custom-fields/1' },
  { name: 'settings-new-custom-field', path: '/settings/custom-fields/new?like=source' },
  { name: 'settings-api', path: '/settings/api' },
  { name: 'settings-api-endpoint', path: '/settings/api#createWebhook' },
  { name: 'settings-audit-log', path: '/settings/audit-log' },
  {
    name: 'settings-audit-log-entry',
    path: '/settings/audit-log',
    act: async (page) => {
      await page.locator('summary').filter({ hasText: 'changed the company settings' }).first().click()
    },
  },
  {
    name: 'settings-audit-log-retention',
    path: '/settings/audit-log',
    act: opened(press('Kept for 1 year')),
  },
  { name: 'settings-people', fails: true, path: '/settings/people', before: withInvitation },
  {
    name: 'settings-people-invite',
    path: '/settings/people',
    act: opened(press('Invite people')),
  },
  {
    name: 'settings-people-link',
    fails: true,
    path: '/settings/people',
    before: withInvitation,
    act: async (page) => {
      await press('Actions for ines.duarte@example.com')(page)
      await page.getByRole('menuitem', { name: 'New link' }).click()
      await press('Create new link')(page)
      await page.getByRole('button', { name: /Copy link|Cancel/ }).waitFor()
    },
  },
  {
    name: 'settings-people-role',
    path: '/settings/people',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for .*[^m]$/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Change role' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'credentials', path: '/settings/credentials' },
  { name: 'credential', path: '/settings/credentials/3' },
  { name: 'credentials-new', path: '/settings/credentials/new' },
  {
    name: 'credentials-new-errors',
    path: '/settings/credentials/new',
    act: press('Create credential'),
  },
]
