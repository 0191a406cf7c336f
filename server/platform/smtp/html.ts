import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Html } from '@react-email/html'
import { Img } from '@react-email/img'
import { Preview } from '@react-email/preview'
import { Text } from '@react-email/text'
import { type ReactNode, createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** What an email looks like in programs that show HTML. */
export interface Shown {
  /** The language that it's in: a BCP 47 tag. */
  readonly language: string
  readonly subject: string
  readonly business: string
  /** Where its logo is, `cid:` and the id of a part; undefined for none. */
  readonly logo: string | undefined
  /** As plain text, the paragraphs apart by empty lines. */
  readonly message: string
  /** The one thing to do. */
  readonly action: { readonly label: string; readonly url: string } | undefined
  /** Below that, as plain text; empty for nothing. */
  readonly more: string
}

const font = '-apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'
const accent = '#0f5f58'

/** Programs that don't read this show the light colors, which stand at each element. */
const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background: #111413 !important; }
  .sheet { background: #1a1f1e !important; border-color: #2c3331 !important; }
  .text, .text a { color: #e6eae8 !important; }
  .logo { background: #ffffff !important; }
}`

/** Returns the email as HTML: inlined styles and tables where mail programs need them, and one button. */
export function htmlOf({ language, subject, business, logo, message, action, more }: Shown): string {
  const paragraphs = (text: string) =>
    text
      .trim()
      .split(/\n{2,}/)
      .filter(Boolean)
      .map((paragraph, index) =>
        h(Text, { key: index, className: 'text', style: styles.text, dir: 'auto' }, linesOf(paragraph)),
      )
  const email = h(
    Html,
    { lang: language, dir: 'auto' },
    h(Head, null, h('title', null, subject), h('style', { dangerouslySetInnerHTML: { __html: darkStyles } })),
    h(Preview, null, message.replaceAll(/\s+/g, ' ').slice(0, 120)),
    h(
      Body,
      { className: 'page', style: styles.page },
      h(
        Container,
        { className: 'sheet', style: styles.sheet },
        logo === undefined
          ? h(Text, { className: 'text', style: styles.name, dir: 'auto' }, business)
          : h(Img, { className: 'logo', src: logo, alt: business, height: 40, style: styles.logo }),
        ...paragraphs(message),
        action && h(Button, { href: action.url, style: styles.button }, action.label),
        ...paragraphs(more),
      ),
    ),
  )
  return `<!doctype html>${renderToStaticMarkup(email)}`
}

/** Lines apart, and addresses as links. */
const linesOf = (paragraph: string): ReactNode[] =>
  paragraph
    .split('\n')
    .flatMap((line, index) => [
      ...(index === 0 ? [] : [h('br', { key: `br${index}` })]),
      ...line
        .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
        .map((part, place) =>
          place % 2 === 1 ? h('a', { key: `${index} ${place}`, href: part, style: styles.link }, part) : part,
        ),
    ])

const styles = {
  page: { margin: 0, padding: '24px 12px', background: '#f4f3ef', fontFamily: font },
  sheet: {
    maxWidth: '560px',
    padding: '28px 32px 20px',
    background: '#ffffff',
    border: '1px solid #e3e0d8',
    borderRadius: '10px',
  },
  logo: { maxWidth: '240px', width: 'auto', marginBottom: '20px', borderRadius: '6px' },
  name: { margin: '0 0 20px', fontSize: '17px', fontWeight: 600, color: '#1d2725' },
  text: {
    margin: '0 0 16px',
    fontSize: '15px',
    lineHeight: '23px',
    color: '#1d2725',
    overflowWrap: 'anywhere',
  },
  link: { color: accent },
  button: {
    margin: '8px 0 24px',
    padding: '12px 22px',
    borderRadius: '8px',
    background: accent,
    color: '#ffffff',
    fontSize: '15px',
    fontWeight: 600,
    textDecoration: 'none',
  },
} as const
