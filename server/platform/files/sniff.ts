import { createReadStream } from 'node:fs'
import { extname } from 'node:path'

import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'

import { largestPhotoBytes, photoFormats } from '#contract/customers/customers.ts'

import { tryImage } from './images.ts'
import type { Upload } from './store.ts'
import { Turns } from './turns.ts'

/** Files whose content is looked at at the same time, over all requests. */
const sniffing = new Turns(2, 2)

/** The type of a file by its content, or why it is rejected. `inline`: a browser may show it in place. */
export type SniffResult =
  | { readonly mediaType: string; readonly inline: boolean }
  | { readonly problem: string }

const imageProblems = {
  decodes: undefined,
  broken: 'can’t be read as an image',
  'too-large': 'takes too much memory to read; save it with fewer pixels or without interlacing',
} as const

/** A photo by its content: png, jpeg, webp or gif that decodes, at most 5 MiB. `noun` is what messages call it. */
export async function sniffPhoto(
  { tempPath, bytes, head }: Upload,
  noun: 'photo' | 'logo' = 'photo',
): Promise<SniffResult> {
  if (bytes === 0) return { problem: `The ${noun} is empty` }
  if (bytes > largestPhotoBytes) return { problem: `The ${noun} is larger than 5 MB` }
  const format = await imageFormat(head)
  if (!format) return { problem: `The ${noun} must be a PNG, JPEG, WebP or GIF image` }
  const problem = imageProblems[await tryImage(tempPath)]
  return problem ? { problem: `The ${noun} ${problem}` } : { mediaType: `image/${format}`, inline: true }
}

/** A file by content and name against the formats the field accepts (empty: any). */
export async function sniffFile(
  upload: Upload,
  name: string,
  accepted: readonly string[],
): Promise<SniffResult> {
  if (upload.bytes === 0) return { problem: `${name} is empty` }
  const formats = new Set(accepted.map(normal))
  const named = normal(extname(name).slice(1))
  if (formats.size > 0 && !formats.has(named))
    return { problem: `${name} must be one of: ${accepted.join(', ')}` }

  const { found, fits } = await sniffing.run(1, async () => {
    const type = await fileTypeFromFile(upload.tempPath).catch(() => undefined)
    return { found: type, fits: type ? agrees(normal(type.ext), named) : await isTextFor(upload, named) }
  })
  if (!fits) return { problem: `${name}: the content doesn’t match the file extension` }

  const format = await imageFormat(upload.head)
  if (!format) return { mediaType: found?.mime ?? 'application/octet-stream', inline: false }
  const problem = imageProblems[await tryImage(upload.tempPath)]
  return problem ? { problem: `${name} ${problem}` } : { mediaType: `image/${format}`, inline: true }
}

/** A display name made safe for any file system and header: no path, no control or direction signs, never empty. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    // Control signs, and the marks that reorder text and so can make `exe` look like `pdf`.
    .replace(/[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff\u2028\u2029]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
    .replace(/^\.+/, '')
  if (plain === '') return 'file'
  const ending = extname(plain).slice(0, 20)
  const stem = Array.from(plain.slice(0, plain.length - extname(plain).length))
  return stem.slice(0, 180).join('') + ending
}

const synonyms: Record<string, string> = {
  jpg: 'jpeg',
  jpe: 'jpeg',
  tif: 'tiff',
  htm: 'html',
  text: 'txt',
  yml: 'yaml',
}
const normal = (format: string) => {
  const plain = format.trim().toLowerCase().replace(/^.*\//, '').replace(/^\./, '')
  return synonyms[plain] ?? plain
}

/** Endings whose content file-type knows under another name. */
const containers: Record<string, readonly string[]> = {
  cfb: ['doc', 'xls', 'ppt', 'msg'],
  xml: ['xml', 'svg'],
  zip: ['zip'],
}

function agrees(content: string, named: string): boolean {
  return content === named || (containers[content]?.includes(named) ?? false)
}

const textEndings = new Set([
  'txt',
  'csv',
  'tsv',
  'md',
  'json',
  'log',
  'yaml',
  'ics',
  'vcf',
  'svg',
  'xml',
  'html',
  'rtf',
])

/** file-type knows formats with a signature; text has none, so it must be UTF-8 without NUL under a name of text. */
async function isTextFor({ tempPath }: Upload, named: string): Promise<boolean> {
  if (!textEndings.has(named)) return false
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(tempPath) as AsyncIterable<Buffer>) {
      if (chunk.includes(0)) return false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

async function imageFormat(head: Buffer): Promise<(typeof photoFormats)[number] | undefined> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  const format = found?.mime.replace('image/', '')
  return photoFormats.find((known) => known === format)
}
