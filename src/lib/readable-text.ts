import { jsonOf } from './json-text.ts'

/** JSON with line breaks and indents; anything else as it is. Invisible characters are shown as symbols. */
export function readable(text: string): string {
  const json = jsonOf(text)
  return visible(json === undefined ? text : JSON.stringify(json, null, 2))
}

// oxlint-disable-next-line no-control-regex -- these are the characters to replace
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** NUL, escape and the like as Unicode's control pictures; line breaks and tabs stay. */
const visible = (text: string) =>
  text.replaceAll('\r\n', '\n').replace(unseen, (sign) => {
    const code = sign.charCodeAt(0)
    return String.fromCharCode(code === 0x7f ? 0x2421 : 0x2400 + code)
  })
