import { startProcess } from '#server/tools/testing/process.ts'

import { type Measurement, mebibytes, memoryOf, withTempDataDir, timeOf } from './measurement.ts'

/** How long a start takes that has nothing to build, and what memory the service has then. */
export function measureStart(): Promise<Measurement[]> {
  return withTempDataDir(async (dataDir) => {
    const start = async (demo: '0' | '1') => {
      let service: Awaited<ReturnType<typeof startProcess>> | undefined
      const ms = await timeOf(async () => {
        service = await startProcess(dataDir, { DEMO: demo, LOG_LEVEL: 'error' })
        const answer = await fetch(`${service.url}/healthz`)
        if (!answer.ok) throw new Error(`/healthz answered ${answer.status}`)
      })
      const memory = service && mebibytes(await memoryOf(service.pid, 'VmRSS'))
      await service?.end()
      return `${ms.toFixed(0)} ms, then ${memory} of memory`
    }
    // The dashboard is built, if it has to be, before the clock runs.
    await start('0')
    const again = await start('0')
    const first = await start('1')
    return [
      { what: 'start to /healthz, data there', value: again },
      { what: 'start to /healthz, demo data made', value: first },
    ]
  })
}
