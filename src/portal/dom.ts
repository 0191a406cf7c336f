/** Properties of an element: attributes, and listeners by the name of their event. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>
export type Child = Node | string | false | null | undefined

/** Returns a new element. Texts become text nodes, so nothing that is shown can be markup. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value))
  }
  element.append(...children.filter((child) => child !== false && child != null))
  return element
}
