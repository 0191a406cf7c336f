/** JSON with line breaks and indents; anything else as it is. Signs that cannot be seen get a visible picture. */
export function readable(text: string): string {
  return visible(indented(text))
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

// oxlint-disable-next-line no-control-regex -- the very characters that are looked for
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** NUL, escape and their like as the pictures Unicode has for them; line breaks and tabs stay. */
const visible = (text: string) =>
  text.replaceAll('\r\n', '\n').replace(unseen, (sign) => {
    const code = sign.charCodeAt(0)
    return String.fromCharCode(code === 0x7f ? 0x2421 : 0x2400 + code)
  })
