import S3rver from '@20minutes/s3rver'

/** An S3-compatible server with one bucket, as a process of its own: `FOLDER PORT strict|lenient`. Prints its port. */
const [directory = '', port = '0', signatures = ''] = process.argv.slice(2)

const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  directory,
  silent: true,
  // It reads the path of a listing with another slash at the end than the client signs.
  allowMismatchedSignatures: signatures === 'lenient',
  configureBuckets: [{ name: 'bureau' }],
})
const bound = await server.run()
process.stdout.write(`${bound.port}\n`)
// Ends with the tests that started it, however they end.
process.stdin.resume().on('close', () => process.exit(0))
