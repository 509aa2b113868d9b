import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

export default defineConfig({
  root,
  resolve: {
    alias: {
      '@': root,
      // Next guards server files with it; here everything runs on the server.
      'server-only': fileURLToPath(new URL('./support/empty.ts', import.meta.url)),
    },
  },
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}'],
    reporters: ['default', 'json'],
    outputFile: { json: 'tests/results/unit.json' },
    // The slow tests wait for timeouts and databases more than they compute.
    maxWorkers: 6,
    // Guards against hanging, generous enough for a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    unstubEnvs: true,
    restoreMocks: true,
  },
})
