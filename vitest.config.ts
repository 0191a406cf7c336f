import { defineConfig } from 'vitest/config'

export default defineConfig(({ mode }) => ({
  test: {
    include: ['{contract,server,src,e2e}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/tools/testing/blank-database.ts'],
    setupFiles: ['src/lib/test-locale.ts'],
    // One more than the two cores of a small build machine, as tests wait for processes and clocks: a fifth less time than two.
    maxWorkers: 3,
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
