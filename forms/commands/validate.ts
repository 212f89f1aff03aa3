import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import { say } from '../source/messages.ts'
import { Misuse, command, onlyPath } from './command.ts'

/**
 * `validate VERSION < answers.json` prints the verdict of a published version as JSON; `--serve PORT` answers requests
 * with it until it is stopped; `--vectors FORM` prints the samples in the source of the form with their verdicts.
 */
export const validate = command(['serve', 'vectors'], async (options, output) => {
  const { lang, serve, vectors } = options
  const folder = onlyPath(options)
  const [{ judgeAnswers, loadVersion, testVectors }, { parsed, serveVerdicts }] = await Promise.all([
    import('../validate/judge-answers.ts'),
    import('../validate/answer-server.ts'),
  ])
  const form = loadVersion(folder)
  if (form === null) throw new Misuse(say('not-published', lang, { path: folder }))
  if (vectors !== undefined) {
    if (!existsSync(path.join(vectors, 'form.json'))) throw new Misuse(say('no-forms', lang, { path: vectors }))
    const made = testVectors(form, vectors, Date.now())
    output.out(JSON.stringify(made, null, 2))
    const differ = made.filter(({ name, verdict }) => verdict.valid !== name.startsWith('valid/'))
    if (differ.length === 0) return 0
    output.err(say('vectors-differ', lang, { samples: differ.map(({ name }) => name).join(', '), folder, vectors }))
    return 1
  }
  if (serve === undefined) {
    const sent = parsed(readFileSync(process.stdin.fd))
    if (sent === undefined) throw new Misuse(say('no-answers', lang))
    const verdict = judgeAnswers(form, sent.value, Date.now())
    output.out(JSON.stringify(verdict, null, 2))
    return verdict.valid ? 0 : 1
  }
  if (!/^[0-9]{1,5}$/.test(serve)) throw new Misuse(say('unknown-option', lang, { option: `--serve ${serve}` }))
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const server = await serveVerdicts(form, Number(serve)).catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')
      throw new Misuse(say('port-in-use', lang, { port: serve }))
    throw cause
  })
  const { port } = server.address() as AddressInfo
  output.out(say('validate-runs', lang, { url: `http://127.0.0.1:${port}/` }))
  await stopped
  server.close()
  return 0
})
