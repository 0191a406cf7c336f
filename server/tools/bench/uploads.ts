import { writeFile } from 'node:fs/promises'
import { request as openRequest } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { credentialsOn, startProcess } from '#server/tools/testing/process.ts'

import { type Measurement, mebibytes, memoryOf, withTempDataDir } from './measurement.ts'

/** The effect of uploads side by side on a service. */
export interface UploadCost {
  /** The answer to each upload. */
  readonly statuses: readonly (number | undefined)[]
  /** How far the memory of the service rose above what it had before, at the highest. Linux only. */
  readonly grownBytes: number
}

/** The cost of 20 uploads of 100 MB side by side, all too large to be taken. */
export async function measureUploads(): Promise<Measurement[]> {
  const { grownBytes } = await uploadTooMuch(20, 100 * 1024 * 1024)
  return [{ what: '20 uploads of 100 MB side by side: memory grows by', value: mebibytes(grownBytes) }]
}

/** Sends `count` photos of `bytes` each side by side to a service of its own, all of them too large to be taken. */
export function uploadTooMuch(count: number, bytes: number): Promise<UploadCost> {
  return withTempDataDir(async (dataDir) => {
    const service = await startProcess(dataDir, { LOG_LEVEL: 'error' })
    try {
      const { key } = await credentialsOn(dataDir)
      // A small one first: what the first upload loads isn't a cost of the others.
      await upload(service.url, key, 1024)
      const before = await memoryOf(service.pid, 'VmRSS')
      await forgetPeak(service.pid)
      const statuses = await Promise.all(Array.from({ length: count }, () => upload(service.url, key, bytes)))
      return { statuses, grownBytes: (await memoryOf(service.pid, 'VmHWM')) - before }
    } finally {
      await service.end()
    }
  })
}

const boundary = 'bench'
const head = `--${boundary}\r\nContent-Disposition: form-data; name="profile_photo_path"; filename="a.png"\r\n\r\n`
const tail = `\r\n--${boundary}--\r\n`
const chunk = Buffer.alloc(64 * 1024)

async function upload(url: string, key: string, bytes: number): Promise<number | undefined> {
  const request = openRequest(`${url}/api/customers`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + bytes + tail.length,
    },
  })
  const status = new Promise<number | undefined>((done, fail) => {
    request.once('error', fail)
    request.once('response', (response) => {
      response.resume()
      done(response.statusCode)
    })
  })
  await pipeline(Readable.from(parts(bytes)), request)
  return status
}

function* parts(bytes: number): Generator<Buffer> {
  yield Buffer.from(head)
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left)
  yield Buffer.from(tail)
}

// Source: proc_pid_status(5), proc_pid_clear_refs(5); 5 starts the peak afresh.
const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5')
