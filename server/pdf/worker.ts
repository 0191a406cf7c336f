import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'

import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

import { fontFamilies, readFonts } from './fonts.ts'
import type { RenderAnswer, RenderRequest } from './renderer.ts'

/** Results of the compiler that a few of the next documents may share, such as fonts, without growing for ever. */
const cachedFor = 3

const template = readFileSync(new URL('invoice.typ', import.meta.url), 'utf8')
const compiler = NodeCompiler.create({
  // Nothing but this folder could be read from a template.
  workspace: import.meta.dirname,
  fontArgs: [{ fontBlobs: readFonts() }],
})

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
    const data = JSON.stringify({ ...sheet, logo: logo ? sheet.logo : null, fonts: fontFamilies })
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
