import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

import { reactDom } from './chunk-groups.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/**
 * Writes `routes.json`, from which the service tells the browser which files a screen needs along with the page, rather
 * than after the scripts of the page have run. Every page starts with `ahead.js`, which fetches the typeface as well.
 */
export function routeFiles(): Plugin {
  return {
    name: 'route-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name))
        const drawing = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.name === reactDom,
        )
        return [
          {
            tag: 'script',
            // The service puts in what the screen reads first.
            attrs: {
              nonce: '__CSP_NONCE__',
              'data-reads': '__READS__',
              ...(font !== undefined && { 'data-font': `/${font}` }),
            },
            children: await readFile(join(import.meta.dirname, 'ahead.js'), 'utf8'),
            // Before any stylesheet: a script waits for those above it.
            injectTo: 'head-prepend',
          },
          ...(drawing ? [lastRequest(drawing.fileName)] : []),
        ]
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const entry = chunks.find(({ isEntry }) => isEntry)
        if (!entry) throw new Error('The build has no entry')
        const base = closureOf(entry, bundle)
        const routes = chunks.flatMap((chunk) =>
          chunk.moduleIds.flatMap((id) => {
            const route = routeOf(id)
            if (route === undefined) return []
            const own = closureOf(chunk, bundle)
            // A screen's files beyond those of the page itself; the route as the router writes it: `/customers/$id`.
            return [
              {
                route,
                scripts: [...own.scripts].filter((file) => !base.scripts.has(file)),
                styles: [...own.styles].filter((file) => !base.styles.has(file)),
              },
            ]
          }),
        )
        const source = JSON.stringify(routes.toSorted((a, b) => (a.route < b.route ? -1 : 1)))
        this.emitFile({ type: 'asset', fileName: 'routes.json', source })
      },
    },
  }
}

/** Requests a script after everything else in the page, so that what starts without it arrives before it. */
const lastRequest = (fileName: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${fileName}` },
  injectTo: 'body',
})

/** The chunk with everything it imports, in the order to load it. */
function closureOf(chunk: Chunk, bundle: Bundle): { scripts: Set<string>; styles: Set<string> } {
  const [scripts, styles] = [new Set<string>(), new Set<string>()]
  const visit = (one: Chunk) => {
    if (scripts.has(one.fileName)) return
    scripts.add(one.fileName)
    for (const name of one.imports) {
      const next = bundle[name]
      if (next?.type === 'chunk') visit(next)
    }
    for (const style of one.viteMetadata?.importedCss ?? []) styles.add(style)
  }
  visit(chunk)
  return { scripts, styles }
}

/** `…/src/routes/_app/customers/$id.tsx?tsr-split=component` is the screen at `/customers/$id`. */
function routeOf(id: string): string | undefined {
  const [, path] = /\/src\/routes\/(.+)\.tsx\?tsr-split=.*component/.exec(id) ?? []
  if (path === undefined) return undefined
  const parts = path.split('/').filter((part) => !part.startsWith('_') && part !== 'index')
  // A trailing underscore takes a screen out of the layout of the one it's named after.
  return `/${parts.map((part) => part.replace(/_(?=\.|$)/, '').replaceAll('.', '/')).join('/')}`
}
