/** What the editor reads of an element; `data-pm-slice` is its own mark on what was copied from it. */
const attributes = new Set(['href', 'start', 'data-pm-slice'])

const tags = /<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi

/**
 * Returns pasted HTML with its words and structure alone. Styles and handlers of another page are renamed before they are parsed:
 * our policy refuses them, and reports each. What is bold or italic by its style, as in Google Docs, is so by its elements then.
 */
export function pastedHtml(html: string): string {
  const inactive = html.replaceAll(tags, (tag) =>
    tag.replaceAll(/([\s"'])(style|on\w+)(\s*=)/gi, '$1data-$2$3'),
  )
  const { body } = new DOMParser().parseFromString(inactive, 'text/html')
  for (const element of body.querySelectorAll('script, style, template, img, svg, iframe, object'))
    element.remove()
  for (const element of body.querySelectorAll('*')) {
    const style = element.getAttribute('data-style') ?? ''
    for (const name of element.getAttributeNames()) if (!attributes.has(name)) element.removeAttribute(name)
    const isBold = /^(b|strong)$/i.test(element.tagName)
    const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1] ?? ''
    if (/font-style:\s*italic/i.test(style)) wrapContent(element, 'i')
    if (isBold && /^(normal|[1-4]00)$/.test(weight)) element.replaceWith(...element.childNodes)
    else if (!isBold && /^(bold|[6-9]00)$/.test(weight)) wrapContent(element, 'b')
  }
  return body.innerHTML
}

function wrapContent(element: Element, tag: string) {
  const wrapper = element.ownerDocument.createElement(tag)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}
