import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Below that, in milliseconds, a file did nothing worth an order. */
const instant = 20

/**
 * The longest files first, by the run before. What that skipped took no time, and may be what takes longest: on PostgreSQL it is,
 * after a run on SQLite. So the instant ones come before all others.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isInstant = (file: TestSpecification) =>
      (this.ctx.cache.getTestSpecificationResult(file)?.duration ?? instant) < instant
    return [...sorted.filter(isInstant), ...sorted.filter((file) => !isInstant(file))]
  }
}

export default defineConfig(({ mode }) => ({
  test: {
    include: ['{contract,server,src,e2e}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/tools/testing/blank-database.ts'],
    setupFiles: ['src/lib/test-locale.ts'],
    // One more than the two cores of a small build machine, as tests wait for processes and clocks: a fifth less time than two.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Files of a worker share its modules: reading all of the service anew for each one took half of the processor time.
    isolate: false,
    // A service under test hashes passwords and syncs to disk; a slow disk is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    unstubGlobals: true,
    restoreMocks: true,
    // For `runs` in server/tools/testing/runs.ts.
    provide: { isDeep: mode === 'deep' },
  },
}))
