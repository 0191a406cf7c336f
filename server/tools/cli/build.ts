/** `npm run build`: builds the dashboard as a start would, and says so when there was nothing to do. */
import { buildDashboard } from '#server/platform/dashboard/build.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
if (!(await buildDashboard(say))) say('The dashboard is up to date.')
