import { cpus } from 'node:os'

import { measureBrowser } from '#server/tools/bench/browser.ts'
import { measureCustomers } from '#server/tools/bench/customers.ts'
import { measureDeliveries } from '#server/tools/bench/deliveries.ts'
import { measureGrowth } from '#server/tools/bench/growth.ts'
import { measureImport } from '#server/tools/bench/import.ts'
import { measureInvoices } from '#server/tools/bench/invoices.ts'
import { measureKill } from '#server/tools/bench/kill.ts'
import { measureLimits } from '#server/tools/bench/limits.ts'
import type { Measurement } from '#server/tools/bench/measurement.ts'
import { measureStart } from '#server/tools/bench/start.ts'
import { measureUploads } from '#server/tools/bench/uploads.ts'

import { UsageError, runCommand } from '../command.ts'

/** The measurements by name. */
const benches: Readonly<Record<string, (options: string[]) => Promise<Measurement[]>>> = {
  start: measureStart,
  customers: measureCustomers,
  import: measureImport,
  invoices: measureInvoices,
  uploads: measureUploads,
  deliveries: measureDeliveries,
  kill: measureKill,
  limits: measureLimits,
  growth: measureGrowth,
  browser: measureBrowser,
}

/**
 * `npm run bench [-- NAME… --options]`: measures the figures of `docs/benchmarks.md` on this machine; all, or those named.
 * Options go to what is named: `npm run bench -- kill --rounds 200`.
 */
await runCommand(async (args) => {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'))
  const names = firstOption === -1 ? args : args.slice(0, firstOption)
  const options = names.length === 0 ? [] : args.slice(names.length)
  const unknown = names.find((name) => !Object.hasOwn(benches, name))
  if (unknown !== undefined)
    throw new UsageError(`There is no bench ${unknown}; there are ${Object.keys(benches).join(', ')}`)
  const say = (line: string) => process.stdout.write(`${line}\n`)

  const processors = cpus()
  say(`Node ${process.version} · ${processors.length} × ${processors[0]?.model ?? 'unknown processor'}`)
  for (const [name, measure] of Object.entries(benches)) {
    if (names.length > 0 && !names.includes(name)) continue
    say(`\n${name}`)
    for (const { what, value } of await measure(options)) say(`  ${what.padEnd(52)} ${value}`)
  }
})
