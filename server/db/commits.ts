import type { Dialect } from 'kysely'

/** The same dialect, telling of every transaction of this process that was committed. */
export function tellingCommits(dialect: Dialect, committed: () => void): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver()
      const commit = driver.commitTransaction.bind(driver)
      driver.commitTransaction = async (connection) => {
        await commit(connection)
        committed()
      }
      return driver
    },
  }
}
