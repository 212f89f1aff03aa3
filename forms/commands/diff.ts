import type { Language } from '../../src/lib/language.ts'
import { say } from '../source/messages.ts'
import { languages } from '../../src/lib/language.ts'
import { Misuse, command } from './command.ts'

/** `diff A B`: each a folder with a form.json, or a folder of a built version. */
export const diff = command(['format'], async ({ lang, format, paths }, output) => {
  const [first, second] = paths
  if (first === undefined || second === undefined || paths.length > 2) throw new Misuse(say('two-versions', lang))
  const [{ readFormVersion }, { compareForms }, { differencesOf }, { leafChanges }, replay] = await Promise.all([
    import('../differences/form-version.ts'),
    import('../differences/compare-forms.ts'),
    import('../differences/change-sentences.ts'),
    import('../differences/leaf-changes.ts'),
    import('../differences/replay.ts'),
  ])
  const read = (given: string) => {
    const version = readFormVersion(given)
    if (!version) throw new Misuse(say('no-version', lang, { path: given }))
    const { unreadable } = version
    if (unreadable) throw new Misuse(say('unreadable-version', lang, { path: given, ...unreadable }))
    return version
  }
  const [before, after] = [read(first), read(second)]
  if (format === 'json') {
    const texts = languages.flatMap((language: Language) =>
      leafChanges(before.texts[language] ?? before.texts.ja, after.texts[language] ?? after.texts.ja)
        .filter((leaf) => typeof leaf.before === 'string' || typeof leaf.after === 'string')
        .map((leaf) => ({
          kind: 'text',
          path: `texts.${language}${leaf.pointer}`,
          before: leaf.before,
          after: leaf.after,
        })),
    )
    const changes = [...compareForms(before.form, after.form), ...texts.map((text) => ({ ...text, drafts: 'none' }))]
    output.out(JSON.stringify(changes, null, 2))
    return 0
  }
  const differences = differencesOf(before, after, lang)
  for (const { text, drafts } of differences)
    output.out(drafts === 'none' ? `- ${text}` : `- ${text} ${say(`drafts-${drafts}`, lang)}`)
  if (differences.length === 0) {
    output.out(say('no-changes', lang))
    return 0
  }
  const replayed = replay.replayDrafts(before, after, Date.now())
  const sentences = replayed ? replay.replaySentences(replayed, before, after, lang) : [say('replay-failed', lang)]
  for (const sentence of sentences) output.out(sentence)
  return 0
})
