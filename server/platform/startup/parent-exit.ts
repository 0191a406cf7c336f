import { clearInterval, setInterval } from 'node:timers'

const lookEveryMs = 500

/**
 * Calls `stop` once when the shell that npm started us in is gone: npm passes a SIGTERM to that shell only, which ends
 * without telling us. Does nothing where we weren't started by that npm script. On Windows a parent's end can't be seen
 * this way, and there are no signals either.
 */
export function stopWithNpm(script: string, stop: () => void): void {
  if (process.env['npm_lifecycle_event'] !== script || process.platform === 'win32') return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, lookEveryMs).unref()
}
