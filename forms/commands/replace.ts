import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { writeFileAtomically } from '../source/write-file.ts'
import { ownBlocksFile } from '../edit/own-blocks.ts'
import { isTextFile, placesOfWords, withPlaces } from '../edit/replace-texts.ts'
import { sharedFolder } from '../edit/shared-lists.ts'
import { serviceFile } from '../source/find-sources.ts'
import { isInside } from '../source/inside-folder.ts'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import { tenantFile } from '../source/tenant-source.ts'
import { Misuse, command, sourcesIn } from './command.ts'

/**
 * `replace WORDS OTHERS PATH… [--write]`: shows the texts for residents below the paths that contain words, also those
 * of shared parts, saved blocks and the tenant, and replaces the words with `--write`. Names, values and conditions are
 * no texts.
 */
export const replace = command(['write'], (options, output) => {
  const { lang, write = false } = options
  const [words = '', others, ...paths] = options.paths
  if (words === '' || others === undefined) throw new Misuse(say('missing-words', lang))
  const { folders, services, tenants } = sourcesIn({ lang, paths })
  const textFilesIn = (folder: string) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter(isTextFile)
          .map((name) => path.join(folder, name))
      : []
  const isGiven = (folder: string) => paths.some((given) => isInside(folder, path.resolve(given)))
  const around = [
    ...tenants,
    ...folders.flatMap((folder) => ['../..', '../../..'].map((up) => path.resolve(folder, up))),
  ]
  const files = [
    ...folders.flatMap((folder) => textFilesIn(folder)),
    ...services.map((folder) => path.join(folder, serviceFile)),
    ...tenants.map((folder) => path.join(folder, tenantFile)),
    ...[...new Set(around)]
      .filter(isGiven)
      .flatMap((folder) => [path.join(folder, ownBlocksFile), ...textFilesIn(path.join(folder, sharedFolder))]),
  ].filter((file) => existsSync(file))
  let count = 0
  let isUnreadable = false
  for (const file of files.toSorted()) {
    const json = readFileSync(file, 'utf8')
    const name = relativeToHere(file)
    const places = placesOfWords(name, json, words, others)
    if (places === null) {
      isUnreadable = true
      output.err(say('replace-unreadable', lang, { file: name }))
      continue
    }
    for (const { line, before, after } of places) output.out(`${name}:${line}\n  - ${before}\n  + ${after}`)
    count += places.length
    if (write && places.length > 0) writeFileAtomically(file, withPlaces(json, places))
  }
  output.out(say(write ? 'replaced' : 'to-replace', lang, { count }))
  return Promise.resolve(isUnreadable ? 1 : 0)
})
