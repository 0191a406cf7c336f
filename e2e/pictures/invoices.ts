import type { Page } from '@playwright/test'

import { type Screen, failing, fromMenu, opened, press, pressExactly, openMenu } from './screen.ts'

export const invoices: readonly Screen[] = [
  { name: 'invoices', path: '/invoices' },
  {
    name: 'invoices-chosen',
    path: '/invoices?status=paid',
    act: (page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check(),
  },
  { name: 'invoices-overdue', path: '/invoices?status=overdue' },
  {
    name: 'invoices-filter',
    path: '/invoices?from=2026-01-15&to=2026-12-31',
    act: opened(pressExactly('Filter')),
  },
  { name: 'invoices-no-match', path: '/invoices?search=zzzz' },
  { name: 'invoices-failed', fails: true, path: '/invoices', before: failing('**/api/invoices?*') },
  {
    name: 'invoice-drawer',
    path: '/invoices?status=overdue',
    act: async (page) => {
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').or(page.getByRole('complementary')).first().waitFor()
    },
  },
  { name: 'invoice', path: '/invoices/20' },
  { name: 'invoice-electronic', path: '/invoices/20', act: opened(fromMenu('Electronic invoice')) },
  { name: 'invoice-credit', path: '/invoices/20/credit' },
  { name: 'credit-notes', path: '/invoices/credit-notes' },
  { name: 'bank-payments', path: '/invoices/bank' },
  { name: 'bank-payment', path: '/invoices/bank/4' },
  { name: 'bank-matches', path: '/invoices/bank', act: opened(press(/^Record \d+ match/)) },
  {
    name: 'bank-statement',
    path: '/invoices/bank',
    act: async (page) => {
      await press('Import statement')(page)
      const text =
        'Date;Amount;Payer;Reference\n05/01/2026;1.200,50;Ødegård AS;INV-2026-0001\n06/01/2026;-9;Bank;Fee'
      const file = { name: 'january.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
      await page.locator('input[type=file]').first().setInputFiles(file)
      await page.getByRole('button', { name: 'Import 1 payment' }).waitFor()
    },
  },
  { name: 'invoices-plans', path: '/invoices/plans' },
  { name: 'invoice-plan', path: '/invoices/plans/1' },
  { name: 'invoice-plan-edit', path: '/invoices/plans/1/edit' },
  { name: 'invoice-plan-new', path: '/invoices/plans/new' },
  { name: 'invoices-subscriptions', path: '/invoices/subscriptions' },
  { name: 'invoice-subscription', path: '/invoices/subscriptions/3' },
  { name: 'invoice-subscription-new', path: '/invoices/subscriptions/new' },
  { name: 'invoices-recurring', path: '/invoices/recurring' },
  { name: 'invoice-recurring', path: '/invoices/recurring/1' },
  { name: 'invoice-recurring-edit', path: '/invoices/recurring/1/edit' },
  { name: 'invoice-recurring-new', path: '/invoices/recurring/new?from=20' },
  { name: 'invoice-new', path: '/invoices/new' },
  {
    name: 'invoice-new-errors',
    path: '/invoices/new',
    act: (page) => page.getByRole('textbox', { name: /^Unit price, line 1/ }).fill('x'),
  },
  {
    name: 'invoice-edit',
    path: '/invoices?status=draft',
    act: async (page) => {
      await page
        .getByRole('link', { name: /^DRAFT-/ })
        .first()
        .click()
      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await page
        .getByLabel(/^Description/)
        .first()
        .waitFor()
    },
  },
  { name: 'invoice-draft', path: '/invoices?status=draft', act: openFirst },
  { name: 'invoice-overdue', path: '/invoices?status=overdue', act: openFirst },
  { name: 'invoice-paid', path: '/invoices?status=paid', act: openFirst },
  { name: 'invoice-menu', path: '/invoices?status=overdue', act: opensThen(openMenu) },
  { name: 'invoice-send', path: '/invoices?status=draft', act: opensThen(opened(pressExactly('Send'))) },
  {
    name: 'invoice-payment',
    path: '/invoices?status=overdue',
    act: opensThen(opened(press('Record payment'))),
  },
  {
    name: 'invoice-payment-errors',
    path: '/invoices?status=overdue',
    act: opensThen(async (page) => {
      await press('Record payment')(page)
      const dialog = page.getByRole('dialog', { name: 'Record payment' })
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('lots')
      await dialog.getByRole('button', { name: 'Record payment' }).click()
    }),
  },
  {
    name: 'invoice-reminder',
    path: '/invoices?status=overdue',
    act: opensThen(opened(press('Send reminder'))),
  },
  { name: 'invoice-email', path: '/invoices?status=sent', act: opensThen(opened(fromMenu('Email'))) },
  { name: 'invoice-void', path: '/invoices?status=overdue', act: opensThen(opened(fromMenu('Void'))) },
  {
    name: 'invoice-delete',
    path: '/invoices?status=draft',
    act: opensThen(opened(fromMenu('Delete draft'))),
  },
  { name: 'invoice-missing', fails: true, path: '/invoices/99999' },
]

async function openFirst(page: Page) {
  await page
    .getByRole('link', { name: /^(INV|DRAFT)-/ })
    .first()
    .click()
  await page.getByRole('article').first().waitFor()
}

/** The first invoice of the list, and what is done there. */
function opensThen(act: (page: Page) => Promise<unknown>) {
  return async (page: Page) => {
    await openFirst(page)
    await act(page)
  }
}
