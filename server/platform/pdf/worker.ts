import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { NodeCompiler, type NodeTypstDocument, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'

import { markAsFacturX } from './factur-x.ts'
import { type Family, type Script, chineseOrder, familiesOf, orderFor, scriptsOf } from './families.ts'
import { readCharacters, readFonts } from './fonts.ts'
import type { InvoiceSheet } from './invoice-sheet.ts'
import type { RenderAnswer, RenderRequest } from './process.ts'
import { drawSlip } from './swiss-slip.ts'

/** Results of the compiler that a few of the next documents may share, such as fonts, without growing for ever. */
const cachedFor = 3

const template = readFileSync(new URL('invoice.typ', import.meta.url), 'utf8')
const loaded = new Set<Script>()
/** Characters of the families with Chinese characters; empty until they are read. */
const characters = new Map<Family, ReadonlySet<number>>()
let compiler = createCompiler()

function createCompiler(): NodeCompiler {
  return NodeCompiler.create({
    // Nothing but this folder could be read from a template.
    workspace: import.meta.dirname,
    fontArgs: [{ fontBlobs: readFonts(familiesOf([...loaded])) }],
  })
}

/** A compiler takes its fonts when it is created: one that has these too takes its place. */
function load(scripts: readonly Script[]) {
  if (scripts.every((script) => loaded.has(script))) return
  for (const script of scripts) loaded.add(script)
  for (const family of familiesOf([...loaded]))
    if (family.script === 'east-asian') characters.set(family, readCharacters(family))
  compiler = createCompiler()
}

/** The families of a document, and of those of its texts that have another order. Nothing that was made before changes them. */
function fontsOf(sheet: InvoiceSheet) {
  const texts = new Set<string>()
  const whole = JSON.stringify(sheet, (_key, value: unknown) => {
    if (typeof value === 'string') texts.add(value)
    return value
  })
  const scripts: readonly Script[] = [
    ...scriptsOf(whole),
    ...(sheet.payment_slip ? (['payment-slip'] as const) : []),
  ]
  load(scripts)
  const namesOf = (order: readonly Family[]) => familiesOf(scripts, order).map(({ name }) => name)
  const order = chineseOrder(whole, sheet.time_zone)
  const others = scripts.includes('east-asian')
    ? [...texts].flatMap((text) => {
        const own = orderFor(text, order, characters)
        return own[0] === order[0] ? [] : [[text, namesOf(own)] as const]
      })
    : []
  return { fonts: namesOf(order), text_fonts: Object.fromEntries(others) }
}

process.on('message', (request: RenderRequest) => {
  process.send?.(answerOf(request))
  compiler.evictCache(cachedFor)
})
process.on('disconnect', () => process.exit())
// They reach the whole group of the service, which ends this process when it is done with it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)

/**
 * Kills this process once it has more than `most` bytes of memory, or the service that started it has gone. On a thread of its
 * own, since the compiler keeps this one busy until it has finished.
 */
function watch(most: number, parent: number) {
  setInterval(() => {
    if (process.ppid !== parent || process.memoryUsage.rss() > most) process.kill(process.pid, 'SIGKILL')
  }, 100)
}
new Worker(`(${watch})(${Number(process.argv[2])}, ${process.ppid})`, { eval: true }).unref()

/** The only file that the template can read, and only while it is set. */
const logoPath = join(import.meta.dirname, 'logo.png')

function answerOf({ sheet: given, logo, electronic }: RenderRequest): RenderAnswer {
  try {
    const sheet = readable(given)
    const data = JSON.stringify({
      ...sheet,
      logo: logo ? sheet.logo : null,
      payment_slip: sheet.payment_slip && drawSlip(sheet.payment_slip),
      ...fontsOf(sheet),
    })
    if (logo) compiler.mapShadow(logoPath, Buffer.from(logo))
    return (electronic !== undefined && makeFacturX(data, electronic)) || makePdf(data)
  } catch (error) {
    return { problem: String(error) }
  } finally {
    if (logo) compiler.unmapShadow(logoPath)
  }
}

function makePdf(data: string): RenderAnswer {
  const compiled = compiler.compile({ mainFileContent: template, inputs: { data } })
  if (!compiled.result) return { problem: JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics) }
  return { bytes: compiler.pdf(compiled.result) }
}

/** PDF/A has no place for what no font has, such as emoji: a document with it is a plain PDF, as without the XML. */
function makeFacturX(data: string, electronic: string): RenderAnswer | undefined {
  const { result } = compiler.compile({ mainFileContent: template, inputs: { data, electronic } })
  const file = result && asArchive(result)
  return file ? { bytes: markAsFacturX(file) } : undefined
}

function asArchive(result: NodeTypstDocument): Buffer | undefined {
  try {
    return compiler.pdf(result, { pdfStandard: PdfStandard.A_3b })
  } catch {
    return undefined
  }
}

/** Texts from before these were rejected may contain half characters, which the compiler can’t read, and bidi controls. */
const readable = (sheet: InvoiceSheet) =>
  JSON.parse(
    JSON.stringify(sheet, (_key, value: unknown) =>
      typeof value === 'string'
        ? value.toWellFormed().replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
        : value,
    ),
  ) as InvoiceSheet
