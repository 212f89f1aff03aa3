// React's development build is several times slower at rendering forms for their conditions.
process.env.NODE_ENV ??= 'production'

const { runCommand } = await import('./command-line.ts')

// The reader has closed the pipe, e.g. `| head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
})

export {}
