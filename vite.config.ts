import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'

import { chunkGroups } from './vite/chunk-groups.ts'
import { compileHints } from './vite/compile-hints.ts'
import { directImports } from './vite/direct-imports.ts'
import { leanContract } from './vite/lean-contract.ts'
import { routeFiles } from './vite/route-files.ts'
import { serviceWorker } from './vite/service-worker.ts'

const service = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      addExtensions: true,
      semicolons: false,
      quoteStyle: 'single',
      // What a screen reads ahead is fetched with the screen itself; the first one of a visit most of the time, the
      // customers, reads while its screen is still on its way.
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) =>
          routeId === '/_app/customers/' ? undefined : [['loader', 'component']],
      },
    }),
    react(),
    leanContract(),
    directImports(import.meta.dirname),
    componentStyles(),
    compileHints(),
    routeFiles(),
    serviceWorker(),
    portalPage(),
  ],
  // The service puts a fresh nonce in this place for every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    // The first that know light-dark() themselves; what stands in for it elsewhere does not follow Mantine's scheme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  server: { proxy: { '/api': service, '/files': service } },
})

/** While developing, the portal is at its address; in a build, `vite/portal.config.ts` makes it. */
function portalPage(): Plugin {
  return {
    name: 'portal-page',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (/^\/portal(?:\/|$|\?)/.test(request.url ?? '')) request.url = '/src/portal/portal.html'
        next()
      })
    },
  }
}

/**
 * In a build every Mantine component brings its own stylesheet, so that a screen loads the styles of what it shows and
 * no others. Its class names live in `<Component>.module.mjs`; the stylesheet is `styles/<Component>.layer.css`, whose
 * rules are in a cascade layer, so that our own win in whichever order the stylesheets arrive.
 */
function componentStyles(): Plugin {
  return {
    name: 'component-styles',
    apply: 'build',
    transform(code, id) {
      const [, component] =
        /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id.replaceAll('\\', '/')) ?? []
      const sheet = `@mantine/core/styles/${component}.layer.css`
      if (component === undefined || !existsSync(join(import.meta.dirname, 'node_modules', sheet)))
        return null
      return { code: `import '${sheet}'\n${code}`, map: null }
    },
  }
}
