import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const service = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      addExtensions: true,
      semicolons: false,
      quoteStyle: 'single',
    }),
    react(),
  ],
  // The service puts a fresh nonce in this place for every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: { target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 800 },
  server: { proxy: { '/api': service, '/files': service } },
})
