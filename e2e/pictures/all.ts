import { catalog } from './catalog.ts'
import { customers } from './customers.ts'
import { documents } from './documents.ts'
import { invoices } from './invoices.ts'
import type { Screen } from './screen.ts'
import { settings } from './settings.ts'
import { empty, entrance, shell } from './shell.ts'
import { webhooks } from './webhooks.ts'

/** Every screen, its dialogs, menus and errors: what pictures are taken of, and what `every-screen.e2e.ts` checks. */
export const screens: readonly Screen[] = [
  ...entrance,
  ...shell,
  ...customers,
  ...invoices,
  ...documents,
  ...catalog,
  ...webhooks,
  ...settings,
  ...empty,
]
