import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from './make-folder.ts'

/** Replaces a file atomically, so that no reader sees a part of it. */
export function writeFileAtomically(file: string, content: string | Uint8Array): void {
  makeFolder(path.dirname(file))
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, content)
    renameSync(temporary, file)
  } catch (cause) {
    rmSync(temporary, { force: true })
    throw cause
  }
}

const writingCalls = new Set(['copyfile', 'cp', 'mkdir', 'rename', 'rmdir', 'unlink', 'write'])
const temporaryEnding = /\.\d+\.tmp$/

/** What the system does not let a command write, and its code; null for any other error. */
export function unwritable(error: unknown): { file: string; reason: string } | null {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return null
  const [file] = ['dest', 'path'].flatMap((name) => String(Reflect.get(error, name) ?? '') || [])
  if (file === undefined) return null
  const isWriting = writingCalls.has(String(error.syscall)) || temporaryEnding.test(file)
  return isWriting ? { file: file.replace(temporaryEnding, ''), reason: String(error.code) } : null
}
