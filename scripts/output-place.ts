import { closeSync, existsSync, openSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../forms/source/make-folder.ts'
import { refuse } from './options.ts'
import { systemRefusal } from './system-refusal.ts'

/** Creates the empty folder of an option. Ends the program if it cannot be written or contains something. */
export function prepareFolder(option: string, folder: string): void {
  tryPlace(option, folder, () => {
    makeFolder(folder)
    if (readdirSync(folder).length > 0) refuse(`${option} ${folder} is not empty.`)
  })
}

/** Ends the program if the file of an option cannot be written: at the start, not after minutes of work for its content. */
export function prepareFile(option: string, file: string | undefined): void {
  if (file === undefined) return
  tryPlace(option, file, () => {
    makeFolder(path.dirname(file))
    const isNew = !existsSync(file)
    closeSync(openSync(file, 'a'))
    if (isNew) rmSync(file)
  })
}

function tryPlace(option: string, place: string, prepare: () => void): void {
  try {
    prepare()
  } catch (error) {
    const reason = systemRefusal(error)
    if (reason === null) throw error
    refuse(`${option} ${place} cannot be written. ${reason}.`)
  }
}
