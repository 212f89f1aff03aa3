// Authors do not need React's development checks; with them, a large form takes twice as long to render, also in the
// preview, and its conditions several times as long to check.
process.env.NODE_ENV ??= 'production'

// Libraries of the portal warn here in English, with a stack, about schemas that the rules of the check have words for.
console.warn = () => undefined

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
