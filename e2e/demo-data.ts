import { copyDataDir, makeDataDir, removeDataDir } from '../server/tools/testing/data-dir.ts'
import { ServiceProcess } from '../server/tools/testing/process.ts'

/** Names the folder to the workers. */
const variable = 'TEST_DEMO_DATA_DIR'
const env = { DEMO: '1', LOG_LEVEL: 'error' }

/** Playwright: starts the service for the first time before a run, which creates the demo data. Returns what removes them. */
// eslint-disable-next-line import/no-default-export -- Playwright calls it
export default async function prepareDemoData(): Promise<() => Promise<void>> {
  const dataDir = await makeDataDir('bureau-demo-')
  const service = new ServiceProcess(dataDir, env)
  await service.start()
  await service.end()
  process.env[variable] = dataDir
  return () => removeDataDir(dataDir)
}

/** Creates a data folder with the demo data, as a service leaves it when it ends. */
export function makeDemoDataDir(): Promise<string> {
  const demo = process.env[variable]
  return demo ? copyDataDir(demo, 'bureau-e2e-') : makeDataDir('bureau-e2e-')
}
