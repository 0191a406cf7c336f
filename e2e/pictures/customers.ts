import type { Page } from '@playwright/test'

import {
  type Screen,
  failing,
  fromMenu,
  opened,
  press,
  pressExactly,
  saveAfterOthers,
  selectRows,
  send,
  openMenu,
} from './screen.ts'

const fillStep = async (page: Page) => {
  const values = { 'First name': 'Maya', 'Last name': 'Okafor', Email: 'maya@okafor.example' }
  for (const [name, value] of Object.entries({ ...values, Phone: '+44 20 7946 0101' }))
    await page.getByRole('textbox', { name, exact: true }).fill(value)
}

export const customers: readonly Screen[] = [
  { name: 'customers', path: '/customers' },
  { name: 'customers-filter', path: '/customers', act: opened(pressExactly('Filter')) },
  { name: 'customers-filtered', path: '/customers?country=Croatia' },
  { name: 'customers-display', path: '/customers', act: opened(press('Display')) },
  { name: 'customers-views', path: '/customers?search=ha', act: press(/^Views/) },
  {
    name: 'customers-select',
    path: '/customers',
    act: (page) => page.getByRole('combobox', { name: 'Rows per page' }).click(),
  },
  { name: 'customers-selected', path: '/customers', act: selectRows(2) },
  {
    name: 'customers-delete',
    path: '/customers?size=50',
    act: async (page) => {
      await selectRows(12)(page)
      await press(/^Delete/)(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'customers-all-chosen', path: '/customers?search=an&size=10', act: selectAllMatching },
  {
    name: 'customers-delete-all',
    path: '/customers?size=10',
    act: opened(async (page) => {
      await selectAllMatching(page)
      await pressExactly('Delete')(page)
    }),
  },
  { name: 'trash', fails: true, path: '/customers/trash', before: deleteTwo },
  { name: 'trash-chosen', fails: true, path: '/customers/trash', before: deleteTwo, act: selectRows(1) },
  {
    name: 'trash-delete',
    fails: true,
    path: '/customers/trash',
    before: deleteTwo,
    act: opened(async (page) => {
      await selectRows(1)(page)
      await press('Delete permanently')(page)
    }),
  },
  { name: 'import', path: '/customers/import' },
  { name: 'trash-empty', path: '/customers/trash', by: 'newcomer' },
  { name: 'customer-deleted', fails: true, path: '/customers/40', before: deleteTwo },
  { name: 'customers-no-match', path: '/customers?search=nobody-is-called-this' },
  { name: 'customers-failed', fails: true, path: '/customers', before: failing('**/api/customers?*') },
  { name: 'customer', path: '/customers/34' },
  { name: 'customer-menu', path: '/customers/34', act: openMenu },
  { name: 'customer-note', path: '/customers/34', act: addNote },
  { name: 'customer-permissions', path: '/customers/34', act: press('Show table') },
  { name: 'customer-delete', path: '/customers/34', act: opened(fromMenu('Delete')) },
  { name: 'customer-edit', path: '/customers/34/edit' },
  { name: 'customer-billing', path: '/customers/34/billing' },
  {
    name: 'customer-edit-errors',
    path: '/customers/34/edit',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody')
      await page.keyboard.press('Control+Enter')
    },
  },
  {
    name: 'customer-edit-conflict',
    fails: true,
    path: '/customers/36/edit',
    act: saveAfterOthers('Customer', 'Phone', ['+47 900 00 111', '+47 900 00 222']),
  },
  {
    name: 'customer-edit-leave',
    path: '/customers/34/edit',
    act: opened(async (page) => {
      await page.getByRole('textbox', { name: 'First name', exact: true }).fill('Unsaved')
      await page.getByRole('link', { name: 'Cancel' }).click()
    }),
  },
  {
    name: 'customer-note-errors',
    path: '/customers/34',
    act: async (page) => {
      await addNote(page)
      await press(/^(Save|Add) note/)(page)
    },
  },
  { name: 'customer-missing', fails: true, path: '/customers/99999' },
  { name: 'customer-new', path: '/customers/new' },
  { name: 'customer-new-errors', path: '/customers/new', act: press('Next') },
  { name: 'customer-new-filled', path: '/customers/new', act: fillStep },
  ...['business', 'fields', 'files', 'permissions', 'review'].map((step) => ({
    name: `customer-new-${step}`,
    path: `/customers/new?step=${step}&template=34`,
  })),
  {
    name: 'customer-new-leave',
    path: '/customers/new',
    act: async (page) => {
      await fillStep(page)
      await page.getByRole('link', { name: 'Cancel' }).click()
    },
  },
]

async function selectAllMatching(page: Page) {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await press(/^Select all \d+/)(page)
}

/** Answers 404 where an earlier screen has deleted them. */
async function deleteTwo(page: Page) {
  await page.goto('/customers/trash')
  await send('DELETE', '/api/customers', { customers: [40, 41] })(page)
}

async function addNote(page: Page) {
  await press('Add a note')(page)
  await page.getByRole('textbox', { name: 'Note' }).waitFor()
}
