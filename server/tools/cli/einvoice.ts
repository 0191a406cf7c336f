import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import fc from 'fast-check'
import SaxonJS from 'saxon-js'

import { writeCii } from '#server/records/invoices/electronic/cii.ts'
import { missingFor } from '#server/records/invoices/electronic/missing.ts'
import type { ElectronicDocument } from '#server/records/invoices/electronic/model.ts'
import { writeUbl } from '#server/records/invoices/electronic/ubl.ts'
import { createCiiValidator, createUblValidator } from '#server/tools/testing/electronic-schemas.ts'
import { electronicDocuments } from '#server/tools/testing/electronic.ts'

import { UsageError, reportProgress, runCommand } from '../command.ts'

const rules = { cii: 'EN16931-CII-validation.xslt', ubl: 'EN16931-UBL-validation.xslt' } as const
type Syntax = keyof typeof rules

const cache = join(import.meta.dirname, '../../../.cache/einvoice')
const generated = 40

/**
 * `npm run einvoice -- FOLDER [FILE…]`: checks the files, or generated invoices and credit notes in every format, by the schema
 * of their syntax and the official business rules of EN 16931. FOLDER contains the stylesheets of the rules, from a release of
 * ConnectingEurope/eInvoicing-EN16931; without it, the schemas alone are checked.
 */
await runCommand(async ([folder, ...files]) => {
  if (folder === undefined)
    reportProgress(
      'Rules skipped: name the folder with those of EN 16931 to check electronic invoices by them',
    )
  const byRulesOf = (syntax: Syntax) => (folder === undefined ? [] : [byRules(folder, syntax)])
  const check = {
    cii: [bySchema(createCiiValidator()), ...byRulesOf('cii')],
    ubl: [bySchema(createUblValidator()), ...byRulesOf('ubl')],
  }
  const invoices =
    files.length > 0
      ? files.map((file) => ({ name: file, xml: readFileSync(file, 'utf8') }))
      : fc.sample(electronicDocuments, { numRuns: generated, seed: 16_931 }).flatMap(written)
  let failed = 0
  for (const { name, xml } of invoices) {
    const checks = check[xml.includes('CrossIndustryInvoice') ? 'cii' : 'ubl']
    const broken = checks.flatMap((by) => by(xml))
    if (broken.length === 0) continue
    failed += 1
    process.stdout.write(`${name}:\n  ${broken.join('\n  ')}\n`)
  }
  process.stdout.write(`${invoices.length - failed} passed, ${failed} failed\n`)
  if (failed > 0) process.exitCode = 1
})

/** A generated document in every format; nothing of those that can’t be electronic. */
function written(document: ElectronicDocument, index: number) {
  if (missingFor(document, 'xrechnung').length > 0) return []
  const name = `${index + 1}, ${document.kind} in ${document.currency}`
  return [
    { name: `${name}, Factur-X`, xml: writeCii(document, 'factur-x') },
    { name: `${name}, XRechnung`, xml: writeCii(document, 'xrechnung') },
    { name: `${name}, Peppol`, xml: writeUbl(document) },
  ]
}

/** Returns the problems of an invoice. */
type Check = (xml: string) => readonly string[]

/** By a validator, which throws. */
function bySchema(validate: (xml: string) => void): Check {
  return (xml) => {
    try {
      validate(xml)
      return []
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)]
    }
  }
}

/** By the rules of a syntax. */
function byRules(folder: string, syntax: Syntax): Check {
  const stylesheetText = readFileSync(compiled(join(folder, rules[syntax])), 'utf8')
  return (sourceText) => {
    const { principalResult } = SaxonJS.transform(
      { stylesheetText, sourceText, destination: 'serialized' },
      'sync',
    )
    return [
      ...principalResult.matchAll(/<svrl:failed-assert[^>]*>[^]*?<svrl:text>([^]*?)<\/svrl:text>/g),
    ].map(([, text = '']) => text.trim())
  }
}

/** Compiling takes half a minute, so the result is kept, by the content of the stylesheet. */
function compiled(stylesheet: string): string {
  if (!existsSync(stylesheet)) throw new UsageError(`${stylesheet} doesn’t exist`)
  const hash = createHash('sha256').update(readFileSync(stylesheet)).digest('hex').slice(0, 16)
  const path = join(cache, `${hash}.sef.json`)
  if (existsSync(path)) return path
  mkdirSync(cache, { recursive: true })
  const compiler = fileURLToPath(import.meta.resolve('xslt3'))
  execFileSync(process.execPath, [compiler, `-xsl:${stylesheet}`, `-export:${path}.part`, '-nogo'])
  renameSync(`${path}.part`, path)
  return path
}
