import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { dashboardFolder } from './build.ts'

/** Whether the portal has a page at this path. */
export const isPortalPage = (path: string): boolean =>
  /^\/portal(?:\/(?:(?:invoices|proposals|contracts|meetings)\/\d+)?)?$/.test(path)

/** Returns the page of the portal, which is the same for everybody and each address; undefined where it isn't built. */
export const readPortalPage = (): Promise<string | undefined> =>
  readFile(join(dashboardFolder, 'src/portal/portal.html'), 'utf8').catch(() => undefined)

/** Stricter than that of the dashboard: nothing inline, no data and blobs, and no form that leads anywhere. */
export const portalPolicy = (isHttps: boolean): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
