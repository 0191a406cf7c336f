import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,src,e2e}/**/*.test.{ts,tsx}'],
    setupFiles: ['src/lib/test-locale.ts'],
    // Two cores are what a small build machine has; more workers only make each other late.
    maxWorkers: 2,
    // A service under test hashes passwords and syncs to disk; a slow disk is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    unstubGlobals: true,
    restoreMocks: true,
  },
})
