import { expect, vi } from 'vitest'

import { type Command, refusalOf } from '#server/tools/command.ts'

import { environmentOf } from './data-dir.ts'

/** Runs the command there without a process of its own, and expects that it is refused in a line that begins so. */
export async function expectRefusal(
  command: Command,
  dataDir: string,
  args: string[],
  beginning: string,
): Promise<void> {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const error: unknown = await command(args, environmentOf(dataDir)).catch((thrown: unknown) => thrown)
  const output = written.mock.calls
  written.mockRestore()
  expect(output).toEqual([])
  expect(refusalOf(error)?.slice(0, beginning.length)).toBe(beginning)
}
