import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'

import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import sharp from 'sharp'

import { largestPhotoBytes, photoFormats } from '#contract/customers.ts'

import type { Received } from './store.ts'

sharp.cache(false)
sharp.concurrency(1)

/** Pixels an image may have; a picture of this size decodes to about 200 MB. */
const mostPixels = 50_000_000

export type Sniffed = { readonly mediaType: string; readonly inline: boolean } | { readonly problem: string }

/** A photo by its content: png, jpeg, webp or gif that decodes, at most 5 MiB. CHOICE 0006. */
export async function photoOf({ tempPath, bytes, head }: Received): Promise<Sniffed> {
  if (bytes === 0) return { problem: 'The photo is empty' }
  if (bytes > largestPhotoBytes) return { problem: 'The photo is larger than 5 MB' }
  const format = await imageFormat(head)
  if (!format) return { problem: 'The photo must be a PNG, JPEG, WebP or GIF image' }
  return (await decodes(tempPath))
    ? { mediaType: `image/${format}`, inline: true }
    : { problem: 'The photo cannot be read as an image' }
}

/** A file by content and name against the formats the field accepts (empty: any). CHOICE 0006. */
export async function fileOf(
  received: Received,
  name: string,
  accepted: readonly string[],
): Promise<Sniffed> {
  if (received.bytes === 0) return { problem: `${name} is empty` }
  const wanted = new Set(accepted.map(normal))
  const named = normal(extname(name).slice(1))
  if (wanted.size > 0 && !wanted.has(named))
    return { problem: `${name} must be one of: ${accepted.join(', ')}` }

  const found = await fileTypeFromFile(received.tempPath).catch(() => undefined)
  const content = found ? normal(found.ext) : undefined
  const fits = content === undefined ? await isTextFor(received, named) : agrees(content, named)
  if (!fits) return { problem: `${name} does not hold what its name says` }

  const format = await imageFormat(received.head)
  const inline = format !== undefined && (await decodes(received.tempPath))
  if (format && !inline) return { problem: `${name} cannot be read as an image` }
  return { mediaType: inline ? `image/${format}` : (found?.mime ?? 'application/octet-stream'), inline }
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
async function isTextFor({ tempPath }: Received, named: string): Promise<boolean> {
  if (!textEndings.has(named)) return false
  const content = await readFile(tempPath)
  if (content.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return true
  } catch {
    return false
  }
}

async function imageFormat(head: Buffer): Promise<(typeof photoFormats)[number] | undefined> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  const format = found?.mime.replace('image/', '')
  return photoFormats.find((known) => known === format)
}

/** Reads the header first: an image that claims too many pixels is never decoded. */
async function decodes(path: string): Promise<boolean> {
  try {
    const { width, height } = await sharp(path, { limitInputPixels: mostPixels }).metadata()
    if (width * height > mostPixels) return false
    await sharp(path, { limitInputPixels: mostPixels, failOn: 'error' }).resize(16, 16).raw().toBuffer()
    return true
  } catch {
    return false
  }
}
