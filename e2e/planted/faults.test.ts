import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { areas, faults, planted } from './faults.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('each of the 60 planted faults still has its place, which changes when the code does', () => {
  for (const fault of faults) expect(planted(read(fault.file), fault)).not.toBe(read(fault.file))
  const counts = areas.map((area) => faults.filter((fault) => fault.area === area).length)
  expect(counts).toEqual([20, 15, 15, 10])
})

test('the tests that should notice them still exist', () => {
  const journeys = globSync('e2e/**/*.e2e.ts', { cwd: root }).map(read).join('\n')
  const missing = faults.flatMap(({ tests, journey = '' }) => [
    ...tests.filter((file) => !existsSync(join(root, file))),
    ...[journey].filter((title) => !journeys.includes(title)),
  ])
  expect(missing).toEqual([])
})
