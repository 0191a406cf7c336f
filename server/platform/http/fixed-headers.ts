import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

import helmet, { type HelmetOptions } from 'helmet'

/** Nothing the dashboard embeds, now or ever, needs one of these. */
const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Returns the headers that every answer carries. They are the same each time, so Helmet is asked once. */
export function fixedHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  const options: HelmetOptions = {
    // The dashboard and the files set policies of their own; everything else is data and runs nothing.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // This name only: its subdomains may belong to other programs that do not speak HTTPS.
    strictTransportSecurity: isHttps && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false },
    referrerPolicy: { policy: 'same-origin' },
  }
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, (error) => {
    if (error) throw error
  })
  const names = response.getHeaderNames()
  return {
    ...Object.fromEntries(names.map((name) => [name, String(response.getHeader(name))])),
    'permissions-policy': permissionsPolicy,
  }
}
