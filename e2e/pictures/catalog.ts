import { type Screen, opened, press, pressExactly, saveAfterOthers, openMenu } from './screen.ts'

export const catalog: readonly Screen[] = [
  { name: 'services', path: '/services' },
  { name: 'services-cards', path: '/services?view=cards' },
  { name: 'services-chosen', path: '/services?compare=1,2' },
  {
    name: 'services-all-chosen',
    path: '/services',
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await press(/^Select all \d+/)(page)
    },
  },
  {
    name: 'services-prices',
    path: '/services?category=Branding',
    act: opened(async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await press('Change prices')(page)
      await page.getByRole('textbox', { name: /^Change by/ }).fill('7.5')
      await page.getByRole('region', { name: 'Preview' }).waitFor()
    }),
  },
  {
    name: 'services-tags',
    path: '/services?category=Branding',
    act: opened(async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await press('Change tags')(page)
    }),
  },
  { name: 'services-filter', path: '/services?category=Branding', act: opened(pressExactly('Filter')) },
  { name: 'services-filter-refused', path: '/services?type=bundle', fails: true },
  { name: 'services-no-match', path: '/services?search=zzzz' },
  { name: 'service-drawer', path: '/services?open=3' },
  { name: 'services-compare', path: '/services/compare?ids=1,2,3' },
  { name: 'service-new', path: '/services/new' },
  { name: 'service-new-errors', path: '/services/new', act: press('Create service') },
  { name: 'service-edit', path: '/services/3/edit' },
  {
    name: 'service-edit-conflict',
    fails: true,
    path: '/services/5/edit',
    act: saveAfterOthers('Service', 'Price', ['66', '77']),
  },
  { name: 'service-missing', fails: true, path: '/services?open=99999' },
  { name: 'contacts', path: '/contacts' },
  { name: 'contacts-filter', path: '/contacts', act: opened(pressExactly('Filter')) },
  { name: 'contacts-no-match', path: '/contacts?search=zzzz' },
  { name: 'contact-drawer', path: '/contacts?open=44' },
  {
    name: 'contact-json',
    path: '/contacts?open=44',
    act: async (page) => {
      await press('More actions')(page)
      await page.getByRole('menuitem', { name: 'View JSON' }).click()
    },
  },
  { name: 'contact-new', path: '/contacts/new?customer=6' },
  { name: 'contact-menu', path: '/contacts?open=44', act: openMenu },
  {
    name: 'contact-new-errors',
    path: '/contacts/new',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody')
      await press('Create contact')(page)
    },
  },
  { name: 'contact-missing', fails: true, path: '/contacts?open=99999' },
  { name: 'contact-edit', path: '/contacts/44/edit' },
]
