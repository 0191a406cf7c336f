/** Plugin of the linter: imports go down, and a screen’s own files stay its own. */

import { dirname, join, relative, resolve, sep } from 'node:path'

interface Source {
  readonly loc: object
  readonly value?: unknown
}

interface Importing {
  readonly source: Source | null
}

interface Context {
  readonly physicalFilename: string
  report(problem: { readonly loc: object; readonly message: string }): void
}

interface Layer {
  /** Where its files are. */
  readonly files: RegExp
  /** What of ours they import besides each other. */
  readonly imports: readonly string[]
  readonly refusedPackages?: RegExp
}

const root = join(import.meta.dirname, '..')

/** What the names in `imports` of package.json stand for. */
const aliases = /^#(contract|server)\/|^#(api|kit|lib|parts|routes)\//

/** Folders of the contract, each of which imports those before it; what lists several of them is beside these folders. */
const contractFolders = [
  'values',
  'wire',
  'access',
  'invoices',
  'meetings',
  'services',
  'translations',
  'documents',
  'customers',
  'portal',
  'webhooks',
  'account',
  'email-texts',
].map((name) => `contract/${name}/`)

const contractPackages = /^(zod|react)$|^node:|^@/

const platform = ['contract/', 'server/platform/', 'server/config.ts', 'server/context.ts']
const outgoing = [...platform, 'server/outgoing/']
const records = [...outgoing, 'server/records/']
const doors = [...records, 'server/doors/']
const api = ['contract/', 'src/lib/', 'src/api/']
const parts = [...api, 'src/kit/', 'src/parts/']

/** The first that a file belongs to counts. Tests and tools use all of the service, as app.ts and routes.ts do. */
const layers: readonly Layer[] = [
  ...contractFolders.map((folder, index) => ({
    files: new RegExp(`^${folder}`),
    imports: [
      ...contractFolders.slice(0, index + 1),
      // Whatever can happen to each kind of record is an action of the audit log.
      ...(folder === 'contract/account/' ? ['contract/resources.ts'] : []),
    ],
    refusedPackages: contractPackages,
  })),
  { files: /^contract\//, imports: ['contract/'], refusedPackages: contractPackages },
  { files: /^server\/platform\/(?!.*\.test\.)/, imports: platform },
  { files: /^server\/outgoing\/(?!.*\.test\.)/, imports: outgoing },
  { files: /^server\/records\/(?!.*\.test\.)/, imports: records },
  { files: /^server\/doors\/(?!.*\.test\.)/, imports: doors },
  { files: /^server\//, imports: ['contract/', 'server/'] },
  {
    files: /^src\/lib\//,
    imports: ['contract/', 'src/lib/'],
    refusedPackages: /^zod$|^react($|[-/])|^@(mantine|tanstack|tabler)\//,
  },
  { files: /^src\/api\//, imports: api, refusedPackages: /^zod$|^@(mantine|tabler)\// },
  { files: /^src\/kit\//, imports: ['src/lib/', 'src/kit/'], refusedPackages: /^zod$/ },
  { files: /^src\/parts\//, imports: parts, refusedPackages: /^zod$/ },
  { files: /^src\//, imports: ['contract/', 'src/'], refusedPackages: /^zod$/ },
  // It runs the client’s own functions on another service.
  { files: /^e2e\/spec-service\.test\.ts$/, imports: ['contract/', 'e2e/', 'src/api/'] },
  { files: /^e2e\//, imports: ['contract/', 'e2e/', 'server/tools/testing/'] },
]

/** The file that an import names, from the root; undefined for a package. */
function pathOf(from: string, name: string): string | undefined {
  const alias = aliases.exec(name)
  if (alias) return `${alias[2] ? 'src/' : ''}${name.slice(1)}`
  if (!name.startsWith('.')) return undefined
  return relative(root, resolve(root, dirname(from), name)).replaceAll(sep, '/')
}

/** What is wrong with an import, beyond its direction; undefined for nothing. */
function problemOf(from: string, name: string, to: string): string | undefined {
  if (/^server\/(?!tools\/|.*\.test\.)/.test(from) && /^\.\.\/[^.].*\//.test(name))
    return 'across folders by #server'
  const [, screen] = /^(src\/routes\/.+?\/)-/.exec(to) ?? []
  // The layout of a folder of screens is the file beside it.
  if (screen !== undefined && !from.replace(/\.tsx$/, '/').startsWith(screen))
    return 'what several screens share from src/parts: this is private to another'
  if (to.startsWith('src/kit/list/parts/') && !from.startsWith('src/kit/'))
    return 'from kit/list: its parts are its own affair'
  if (from.startsWith('src/routes/') && /^contract\/(wire\/(endpoint|surface)|all)\.ts$/.test(to))
    return 'from src/api: a screen cannot tell one surface from the other'
  return undefined
}

const goDown = {
  create(context: Context) {
    const from = relative(root, context.physicalFilename).replaceAll(sep, '/')
    const layer = layers.find(({ files }) => files.test(from))
    if (!layer) return {}
    const check = ({ source }: Importing) => {
      if (typeof source?.value !== 'string') return
      const to = pathOf(from, source.value)
      const isBelow =
        to === undefined
          ? !layer.refusedPackages?.test(source.value)
          : layer.imports.some((folder) => to.startsWith(folder))
      const message = isBelow
        ? to && problemOf(from, source.value, to)
        : `only from ${layer.imports.join(', ')}${layer.refusedPackages ? `, and no package like ${layer.refusedPackages}` : ''}`
      if (message) context.report({ loc: source.loc, message: `Import ${message}.` })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportAllDeclaration: check,
      ExportNamedDeclaration: check,
    }
  },
}

// oxlint-disable-next-line import/no-default-export -- the linter reads a plugin so
export default { meta: { name: 'imports' }, rules: { 'go-down': goDown } }
