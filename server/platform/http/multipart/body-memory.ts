import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const collectYoungAfterBytes = 8 * 1024 * 1024
const collectAllAfterBytes = 64 * 1024 * 1024

// A chunk of a body lies outside V8's heap; V8 sees its small handle and takes its time to collect. 20 uploads of
// 100 MB side by side so left up to 200 MB of read and forgotten chunks, where 25 MB do. They are freed at once, not by
// a thread that may come late, and the young generation does not grow: nothing that an upload makes is kept.
setFlagsFromString('--expose-gc')
setFlagsFromString('--no-concurrent-array-buffer-sweeping')
setFlagsFromString('--semi-space-growth-factor=1')
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void

let young = 0
let all = 0

/**
 * Counts bytes of bodies that were read, over all requests. Collects the young garbage every 8 MB (about 1 ms), and all
 * of it every 64 MB (tens of milliseconds): a chunk that waits for the disk grows old before it is forgotten.
 */
export function noteRead(bytes: number): void {
  young += bytes
  all += bytes
  if (young < collectYoungAfterBytes) return
  const isTimeForAll = all >= collectAllAfterBytes
  young = 0
  if (isTimeForAll) all = 0
  collect({ type: isTimeForAll ? 'major' : 'minor' })
}
