import type { Dialect } from 'kysely'

/** Returns the same dialect with a hook that runs after every committed transaction of this process. */
export function withCommitHook(dialect: Dialect, onCommit: () => void): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver()
      const commit = driver.commitTransaction.bind(driver)
      driver.commitTransaction = async (connection) => {
        await commit(connection)
        onCommit()
      }
      return driver
    },
  }
}
