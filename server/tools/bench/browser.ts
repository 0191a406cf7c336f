import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import type { Measurement } from './measurement.ts'

const folder = resolve(import.meta.dirname, '../../../e2e/bench')

/**
 * How soon a browser that has nothing of Bureau yet shows the first rows of the customers, beside a static page of the
 * same size, and how soon one in use shows the next screen, a key, a sorted list and what is scrolled to. `--visits N` sets
 * how often each is visited (9), of which the median counts.
 */
export async function measureBrowser(options: string[]): Promise<Measurement[]> {
  // In a process of its own, as this one does without a browser and the packages that drive it.
  const measurements: Measurement[] = []
  for (const script of ['first-load.ts', 'in-use.ts']) {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, script), ...options])
    measurements.push(
      ...stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Measurement),
    )
  }
  return measurements
}
