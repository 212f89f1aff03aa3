import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '../..')

/** The form studio as a program of its own, with a folder of forms that is empty at first. */
export class StudioProgram {
  readonly work = mkdtempSync(join(tmpdir(), 'studio-'))
  readonly forms = join(this.work, 'forms')
  readonly published = join(this.work, 'published')
  /** The address that the program printed. */
  address = ''
  #process: ChildProcess | undefined
  #errors = ''

  constructor() {
    mkdirSync(this.forms)
  }

  /** After a restart on the same port, an open page finds it again. What it prints about its build is shown only if it fails. */
  async start(port = '0'): Promise<void> {
    const args = ['forms/main.ts', 'studio', this.forms, '--port', port, '--to', this.published]
    const started = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#process = started
    this.#errors = ''
    started.stderr.setEncoding('utf8').on('data', (text: string) => void (this.#errors += text))
    this.address = ''
    for await (const line of createInterface({ input: started.stdout })) {
      this.address = /http:\S+/.exec(line)?.[0] ?? ''
      if (this.address !== '') break
    }
    if (this.address === '') throw new Error(`The form studio ended before it could be opened:\n${this.#errors}`)
    this.#errors = ''
    started.stdout.resume()
  }

  /** Fails if the program has reported an error since it was ready. */
  async stop(): Promise<void> {
    if (!this.#process) return
    const ended = once(this.#process, 'close')
    this.#process.kill('SIGTERM')
    await ended
    this.#process = undefined
    if (this.#errors !== '') throw new Error(`The form studio has reported errors:\n${this.#errors}`)
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.work, { recursive: true })
  }

  /** Creates minato-city/dog-licence/individual from a template. */
  createDogs(): void {
    const names = ['--tenant', 'minato-city', '--service', 'dog-licence', '--template', 'dog-registration']
    this.run('new', this.forms, ...names)
  }

  /** Runs another command of the forms tool. */
  run(...args: string[]): void {
    execFileSync(process.execPath, ['forms/main.ts', ...args], { cwd: root, stdio: 'pipe' })
  }

  /** The path of a file of that form. */
  file(name: string): string {
    return join(this.forms, 'minato-city/dog-licence/individual', name)
  }

  text(name: string): string {
    return readFileSync(this.file(name), 'utf8')
  }
}
