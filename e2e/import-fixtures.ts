import type { Page } from '@playwright/test'

/** Chooses a CSV file on the page of an import. */
export const uploadCsv = (page: Page, name: string, text: string): Promise<void> =>
  page
    .getByRole('group', { name: 'CSV file' })
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
