import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { writeFileAtomically } from '../source/write-file.ts'
import { placesOfWords, withPlaces } from '../edit/replace-texts.ts'
import { serviceFile } from '../source/find-sources.ts'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import { Misuse, command, sourcesIn } from './command.ts'

/**
 * `replace WORDS OTHERS PATH… [--write]`: shows the texts for residents that contain words, and replaces the words with
 * `--write`. Names, values and conditions are no texts.
 */
export const replace = command(['write'], (options, output) => {
  const { lang, write = false } = options
  const [words = '', others, ...paths] = options.paths
  if (words === '' || others === undefined) throw new Misuse(say('missing-words', lang))
  const { folders, services } = sourcesIn({ lang, paths })
  const files = [
    ...folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /^texts\..+\.json$/.test(name))
        .map((name) => path.join(folder, name)),
    ),
    ...services.map((folder) => path.join(folder, serviceFile)),
  ]
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
