import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { chromium } from '@playwright/test'
import { inflate } from '@sparticuz/chromium'

/** A Chromium to run the tests in. */
export interface Browser {
  readonly executablePath: string
  /** What it needs in its environment besides ours. */
  readonly env: Readonly<Record<string, string>>
}

const cache = join(import.meta.dirname, '../.cache')

/** Debian's Chromium without a window: the tests need two thirds of the processor time in it. */
export const headlessShell = '/usr/bin/chromium-headless-shell'

const system = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * A browser that runs on this machine: `CHROMIUM_PATH`, Playwright's own, a Chromium or Chrome of the system, and at
 * last one from the packages of this repository, unpacked into `.cache`. Throws when `CHROMIUM_PATH` is set and no browser.
 * `preferred` is a path that goes before all but `CHROMIUM_PATH`, if a browser starts there.
 */
export async function findBrowser(preferred?: string): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH']
  if (given) {
    if (starts(given, {})) return { executablePath: given, env: {} }
    throw new Error(`CHROMIUM_PATH: ${given} is no browser that starts here`)
  }
  const candidates = [...(preferred ? [preferred] : []), chromium.executablePath(), ...system]
  const installed = candidates.find((path) => existsSync(path) && starts(path, {}))
  if (installed) return { executablePath: installed, env: {} }
  return process.platform === 'linux' && process.arch === 'x64' ? unpacked() : downloaded()
}

/** Being there is not enough: some distributions install a stub that only names another package. */
function starts(path: string, env: Readonly<Record<string, string>>): boolean {
  const { status, stdout } = spawnSync(path, ['--version', '--no-sandbox'], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 20_000,
  })
  return status === 0 && /\d+\.\d+/.test(stdout)
}

async function unpacked(): Promise<Browser> {
  const home = join(cache, 'chromium')
  if (!existsSync(home)) await unpackInto(home)
  const executablePath = join(home, 'chromium')
  const ownLibraries = { LD_LIBRARY_PATH: join(home, 'al2023/lib') }
  const ownFonts = existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: join(home, 'fonts') }
  for (const env of [ownFonts, { ...ownFonts, ...ownLibraries }])
    if (starts(executablePath, env)) return { executablePath, env }
  throw new Error(`The browser in ${home} does not start here; set CHROMIUM_PATH to one that does`)
}

/** Only a whole browser ever stands under that name: it is unpacked beside it and then renamed. */
async function unpackInto(home: string): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const beside = mkdtempSync(`${home}-`)
  const packed = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')))
  const before = process.env['TMPDIR']
  // `inflate` takes no target; it writes to the system's folder for temporary files.
  process.env['TMPDIR'] = beside
  try {
    for (const part of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'])
      await inflate(join(packed, part))
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  try {
    renameSync(beside, home)
  } catch (error) {
    rmSync(beside, { recursive: true })
    // Another run was faster; its browser serves as well.
    if (!existsSync(home)) throw error
  }
}

function downloaded(): Browser {
  execFileSync(process.execPath, [join(cache, '../node_modules/.bin/playwright'), 'install', 'chromium'], {
    stdio: 'inherit',
  })
  return { executablePath: chromium.executablePath(), env: {} }
}
