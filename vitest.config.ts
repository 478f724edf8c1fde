import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const inNode = (name: string, extra = {}) => ({
  test: { name, root: `./${name}`, include: ['**/*.test.ts'], environment: 'node', ...extra },
})

export default defineConfig({
  test: {
    projects: [
      inNode('contract'),
      inNode('rd-client'),
      inNode('sandbox'),
      inNode('server', { globalSetup: './src/testing/test-postgres.ts' }),
      inNode('scripts', { include: ['**/*.test.mjs'] }),
      {
        plugins: [react()],
        test: {
          name: 'portal',
          root: './portal',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
        },
      },
    ],
  },
})
