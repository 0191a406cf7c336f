import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'

import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

import { type Family, type Script, chineseOrder, familiesOf, orderFor, scriptsOf } from './families.ts'
import { readCharacters, readFonts } from './fonts.ts'
import type { InvoiceSheet, RenderAnswer, RenderRequest } from './renderer.ts'

/** Results of the compiler that a few of the next documents may share, such as fonts, without growing for ever. */
const cachedFor = 3

const template = readFileSync(new URL('invoice.typ', import.meta.url), 'utf8')
const loaded = new Set<Script>()
/** What the families with Chinese characters have; empty until they are read. */
const characters = new Map<Family, ReadonlySet<number>>()
let compiler = createCompiler()

function createCompiler(): NodeCompiler {
  return NodeCompiler.create({
    // Nothing but this folder could be read from a template.
    workspace: import.meta.dirname,
    fontArgs: [{ fontBlobs: readFonts(familiesOf([...loaded])) }],
  })
}

/** A compiler takes its fonts when it is created: one that has these too takes its place. CHOICE 0159. */
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
  const scripts = scriptsOf(whole)
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

parentPort?.on('message', (request: RenderRequest) => {
  const answer: RenderAnswer = answerOf(request)
  if ('bytes' in answer) parentPort?.postMessage(answer, [answer.bytes.buffer as ArrayBuffer])
  else parentPort?.postMessage(answer)
  compiler.evictCache(cachedFor)
})

/** The only file that the template can read, and only while it is set. */
const logoPath = join(import.meta.dirname, 'logo.png')

function answerOf({ id, sheet, logo }: RenderRequest): RenderAnswer {
  try {
    const data = JSON.stringify({ ...sheet, logo: logo ? sheet.logo : null, ...fontsOf(sheet) })
    if (logo) compiler.mapShadow(logoPath, Buffer.from(logo))
    const compiled = compiler.compile({ mainFileContent: template, inputs: { data } })
    if (!compiled.result) return { id, problem: JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics) }
    // A copy of its own, which can be handed to the other thread.
    return { id, bytes: new Uint8Array(compiler.pdf(compiled.result)) }
  } catch (error) {
    return { id, problem: String(error) }
  } finally {
    if (logo) compiler.unmapShadow(logoPath)
  }
}
