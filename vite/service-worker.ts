import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import type { Plugin } from 'vite'
import { injectManifest } from 'workbox-build'

/** Where the service serves the page without anybody's session; see server/dashboard/serve.ts. */
const shell = '/app-shell'

/** Writes `sw.js`, the worker that keeps every file of this build in the browser, with the list of them. */
export function serviceWorker(): Plugin {
  let folder = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const page = await readFile(join(folder, 'index.html'))
        const { warnings } = await injectManifest({
          swSrc: join(import.meta.dirname, 'service-worker.js'),
          swDest: join(folder, 'sw.js'),
          globDirectory: folder,
          // Of the typeface what English and the names of western Europe need; the rest comes from the network.
          globPatterns: ['assets/*.{js,css,svg}', 'assets/inter-latin*.woff2', 'favicon.svg', 'ahead.js'],
          dontCacheBustURLsMatching: /^\/?assets\//,
          modifyURLPrefix: { '': '/' },
          additionalManifestEntries: [
            { url: shell, revision: createHash('sha256').update(page).digest('hex').slice(0, 16) },
          ],
        })
        if (warnings.length > 0) throw new Error(warnings.join('\n'))
      },
    },
  }
}
