import { availableParallelism } from 'node:os'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const inNode = (name: string, extra = {}) => ({
  extends: true as const,
  test: { name, root: `./${name}`, include: ['**/*.test.ts'], environment: 'node', ...extra },
})

export default defineConfig({
  test: {
    // A machine may be slow or busy; a test that hangs is found all the same.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Many tests wait for other processes and for limits of time.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      inNode('contract'),
      inNode('rd-client'),
      inNode('sandbox'),
      inNode('server', { globalSetup: './src/testing/test-postgres.ts' }),
      inNode('bench'),
      inNode('audit'),
      inNode('scripts', { include: ['**/*.test.mjs'] }),
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'portal',
          root: './portal',
          include: ['src/**/*.test.{ts,tsx}', 'vite/**/*.test.ts'],
          environment: 'happy-dom',
          setupFiles: ['./src/testing/english.ts', './src/testing/patience.ts'],
        },
      },
    ],
  },
})
