import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const script = join(import.meta.dirname, 's3-server-process.ts')

/** An S3-compatible server for tests, on a free port of loopback; no network and no container is needed. */
export class S3Server {
  readonly #folder: string
  readonly #isStrict: boolean
  #child: ChildProcess | undefined
  #port = '0'

  private constructor(folder: string, isStrict: boolean) {
    this.#folder = folder
    this.#isStrict = isStrict
  }

  /** A strict one refuses wrong signatures, and can't list. */
  static async start({ isStrict = false } = {}): Promise<S3Server> {
    const server = new S3Server(await mkdtemp(join(tmpdir(), 'bureau-s3-')), isStrict)
    await server.resume()
    return server
  }

  /** Returns what a service needs to keep its files there, each prefix for another one. */
  environment(prefix: string): Record<string, string> {
    return {
      FILES_URL: `s3://bureau/${prefix}?endpoint=http://127.0.0.1:${this.#port}`,
      FILES_ACCESS_KEY_ID: 'S3RVER',
      FILES_SECRET_ACCESS_KEY: 'S3RVER',
    }
  }

  /** Makes it unreachable. */
  async pause(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    this.#child = undefined
  }

  /** Makes it reachable again, on the same port with the same content. */
  async resume(): Promise<void> {
    // Its listings are continued with a cipher that OpenSSL counts as legacy.
    const args = ['--openssl-legacy-provider', script, this.#folder, this.#port]
    const child = spawn(process.execPath, [...args, this.#isStrict ? 'strict' : 'lenient'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#child = child
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    this.#port = line.toString().trim()
  }

  async close(): Promise<void> {
    await this.pause()
    await rm(this.#folder, { recursive: true })
  }
}
