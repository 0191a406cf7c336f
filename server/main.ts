import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

// Before anything else is loaded: compiling is a quarter of a start. Where nothing can be written, nothing is kept.
enableCompileCache(resolve(import.meta.dirname, '../.cache/compiled'))
await import('./start.ts')
