import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Every browser of that target preloads modules itself.
    modulePreload: { polyfill: false },
    // A strict policy refuses what is inlined as data: anywhere but in images.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: Object.fromEntries(['/api', '/branding.json', '/brand.css'].map(path => [path, server])),
  },
})
