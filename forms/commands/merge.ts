import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isJapanese } from '../../form-model/language-tag.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import type { FileOverlap } from '../edit/merge-files.ts'
import { say } from '../source/messages.ts'
import { Misuse, command } from './command.ts'

/**
 * `merge BASE OURS THEIRS [NAME]`: a merge driver of git (https://git-scm.com/docs/gitattributes#_defining_a_custom_merge_driver).
 * Writes both changes into OURS. What both changed differently is marked in the file as git does, and named in words.
 */
export const merge = command([], async ({ lang, paths }, output) => {
  const [base, ours, theirs, name = ours] = paths
  if (base === undefined || ours === undefined || theirs === undefined || name === undefined || paths.length > 4)
    throw new Misuse(say('three-versions', lang))
  const missing = [base, ours, theirs].find((file) => !existsSync(file))
  if (missing !== undefined) throw new Misuse(say('no-such-path', lang, { path: missing }))
  const [{ mergeFile, mergeKeeping, overlapsIn }, { withMarkers }] = await Promise.all([
    import('../edit/merge-files.ts'),
    import('../edit/merge-texts.ts'),
  ])
  const [before = '', mine = '', others = ''] = [base, ours, theirs].map((file) => readFileSync(file, 'utf8'))
  // Git gives an empty file if both added it.
  const versions = [before === '' ? '{}' : before, mine, others] as const
  const merged = mergeFile(...versions)
  if (typeof merged === 'string') {
    writeFileAtomically(ours, merged)
    return 0
  }
  const [kept = '', taken = ''] = (['mine', 'theirs'] as const).map((side) => mergeKeeping(side, false, ...versions))
  writeFileAtomically(ours, withMarkers(kept ?? '', taken ?? ''))
  const overlaps = overlapsIn(...versions)
  output.err(say('merge-conflicts', lang, { file: name, count: overlaps.length }))
  const words = await wordsFor(name, mine, isJapanese(lang) ? 'ja' : 'en')
  for (const overlap of overlaps) output.err(words(overlap))
  output.err(say('merge-next', lang, { file: name }))
  return 1
})

/** A conflict as the studio names it: the place, and both values. */
async function wordsFor(name: string, mine: string, language: 'ja' | 'en') {
  const [{ conflictPlace, valueWords }, { sayIn }, { safeTree }, { readFormFiles }] = await Promise.all([
    import('../studio/shell/conflict-words.ts'),
    import('../studio/studio-texts.ts'),
    import('../studio/form-places.ts'),
    import('../edit/form-folder.ts'),
  ])
  const [folder, file] = [path.dirname(name), path.basename(name)]
  const files = { ...(existsSync(folder) ? readFormFiles(folder) : {}), [file]: mine }
  const tree = safeTree(files['form.json'] ?? '{}') ?? []
  const studioSay = sayIn(language)
  return (overlap: FileOverlap): string => {
    const place = conflictPlace({ file, ...overlap }, { files, texts: files, tree, language, say: studioSay })
    const sides = [
      ['conflict.yours', overlap.mine],
      ['conflict.others', overlap.theirs],
    ] as const
    const values = sides.map(([side, value]) => `    ${studioSay(side)}: ${words(overlap.kind, value)}`)
    return [`  ${place}`, ...values].join('\n')
  }

  function words(kind: FileOverlap['kind'], value: unknown): string {
    const known = kind === 'value' ? valueWords(value, studioSay) : null
    return known ?? (typeof value === 'string' ? value.trim() : JSON.stringify(value))
  }
}
