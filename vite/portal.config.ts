import { resolve } from 'node:path'

import { defineConfig } from 'vite'

/**
 * The customer portal, built apart from the dashboard into the same folder: the two share no chunk, so neither loads any of
 * the other.
 */
export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  // The dashboard's build copies it.
  publicDir: false,
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: { input: 'src/portal/portal.html' },
  },
})
