import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

import type { Measurement } from './measurement.ts'

const script = resolve(import.meta.dirname, '../../../e2e/first-load.ts')

/**
 * How soon a browser that has nothing of Bureau yet shows the first rows of the customers, beside a static page of the
 * same size. `--visits N` sets how often each is visited (9), of which the median counts.
 */
export async function measureBrowser(options: string[]): Promise<Measurement[]> {
  // In a process of its own, as this one does without a browser and the packages that drive it.
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...options])
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Measurement)
}
