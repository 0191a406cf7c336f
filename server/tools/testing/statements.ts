import type { Store } from '#server/platform/db/store.ts'

const rounds = 5

/**
 * Returns how many statements `run` costs: the fewest of several rounds, because the service also runs statements of its
 * own now and then. The first round isn't counted; it may fill what is remembered between requests.
 */
export async function statementsOf({ statements }: Store, run: () => Promise<unknown>): Promise<number> {
  await run()
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = statements()
    await run()
    costs.push(statements() - before)
  }
  return Math.min(...costs)
}
