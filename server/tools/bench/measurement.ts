import { readFile } from 'node:fs/promises'

import { makeDataDir, removeDataDir } from '#server/tools/testing/data-dir.ts'

/** One line of the table. */
export interface Measurement {
  readonly what: string
  readonly value: string
}

/** Runs `work` on a temporary data folder. */
export async function withTempDataDir<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = await makeDataDir('bureau-bench-')
  try {
    return await work(dataDir)
  } finally {
    await removeDataDir(dataDir)
  }
}

/** Milliseconds that `work` takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** Runs `work` that many times in sequence and returns median and p99. */
export async function percentilesOf(
  times: number,
  work: (round: number) => Promise<unknown>,
): Promise<string> {
  const taken: number[] = []
  for (let round = 0; round < times; round += 1) taken.push(await timeOf(() => work(round)))
  taken.sort((a, b) => a - b)
  const percentile = (share: number) => (taken[Math.ceil(taken.length * share) - 1] ?? 0).toFixed(1)
  return `p50 ${percentile(0.5)} ms · p99 ${percentile(0.99)} ms`
}

/** Returns a number of bytes as whole MiB, such as `12 MiB`. */
export const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MiB`

/** The median. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Returns the bytes of memory that a process has (`VmRSS`) or had at most (`VmHWM`). Linux only; see proc_pid_status(5). */
export async function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const [, kib] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status) ?? []
  if (kib === undefined) throw new Error(`The system does not tell ${name} of a process`)
  return Number(kib) * 1024
}
