import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

/** `npm run dev`: the service, restarted when its files change, and Vite with hot reload in front of it. */
const root = resolve(import.meta.dirname, '../../..')
const vite = join(root, 'node_modules/vite/bin/vite.js')

const children: ChildProcess[] = [
  run([
    '--watch-path',
    join(root, 'server'),
    '--watch-path',
    join(root, 'contract'),
    join(root, 'server/main.ts'),
  ]),
  run([vite]),
]

function run(args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }).once('exit', stop)
}

function stop() {
  for (const child of children) child.kill()
}

process.once('SIGINT', stop)
process.once('SIGTERM', stop)
