import type { PortalInvoice } from '#contract/portal/portal.ts'
import { qrPath } from '#lib/qr-path.ts'

import { h } from './dom.ts'
import { invoiceWords } from './words.ts'

/** Fills in the transfer of what is due in a banking app; nothing where it can’t be paid so. */
export function paymentCodeOf(invoice: PortalInvoice): HTMLElement | undefined {
  const { payment_code: code } = invoice
  const label = invoiceWords().payByCode
  return code === null
    ? undefined
    : h('figure', { class: 'code' }, drawn(code, label), h('figcaption', {}, label))
}

/** Dark on white in both themes: many scanners read nothing else. */
function drawn(code: string, label: string): SVGElement {
  const { path, side } = qrPath(code)
  return element(
    'svg',
    { role: 'img', 'aria-label': label, viewBox: `0 0 ${side} ${side}`, 'shape-rendering': 'crispEdges' },
    element('rect', { width: `${side}`, height: `${side}`, fill: '#fff' }),
    element('path', { d: path, fill: '#000' }),
  )
}

function element(name: string, attributes: Readonly<Record<string, string>>, ...children: SVGElement[]) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}
