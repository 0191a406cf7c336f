import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import type { Plugin } from 'vite'

/** Where the service serves the page without anybody's session; see server/platform/dashboard/serve.ts. */
const shell = '/app-shell'

/** Of the typeface what English and the names of western Europe need; the rest comes from the network. */
const kept = ['assets/*.{js,css,svg}', 'assets/inter-latin*.woff2', 'favicon.svg']

/** A file that the worker keeps. `revision` is null where the name has a hash of the content. */
interface KeptFile {
  readonly url: string
  readonly revision: string | null
}

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
        const worker = await readFile(join(import.meta.dirname, 'service-worker.js'), 'utf8')
        const files = [
          ...(await filesIn(folder)),
          { url: shell, revision: await revisionOf(join(folder, 'index.html')) },
        ]
        await writeFile(
          join(folder, 'sw.js'),
          worker.replace('self.FILES_OF_THIS_BUILD', () => JSON.stringify(files)),
        )
      },
    },
  }
}

async function filesIn(folder: string): Promise<KeptFile[]> {
  const names: string[] = []
  for await (const name of glob(kept, { cwd: folder })) names.push(name)
  return Promise.all(
    names.toSorted().map(async (name) => ({
      url: `/${name}`,
      revision: name.startsWith('assets/') ? null : await revisionOf(join(folder, name)),
    })),
  )
}

async function revisionOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 16)
}
