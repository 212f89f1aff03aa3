import path from 'node:path'
import { recordPlanChange } from '../approval/form-history.ts'
import { publicationTime } from '../approval/publication-time.ts'
import { changePlan } from '../build/publish-folder.ts'
import { formNameOf, formNameParts } from '../source/form-folder.ts'
import { say } from '../source/messages.ts'
import { Misuse, command, neededOption, onlyForm } from './command.ts'

/** `cancel DIR --to TARGET --from MOMENT [--by NAME]`: cancels the publication that is planned for that time. */
export const cancel = command(['to', 'from', 'by'], (options, output) => {
  const { lang, by = '' } = options
  const folder = onlyForm(options)
  const now = Date.now()
  const time = publicationTime(options.from ?? '', '', now)
  if (time === null || typeof time === 'string') throw new Misuse(say(time ?? 'wrong-moment', lang))
  const params = { name: formNameOf(folder), from: time.from }
  const version = changePlan(path.resolve(neededOption(options, 'to')), formNameParts(folder), time.from, null, now)
  if (version === null) {
    output.err(say('no-plan', lang, params))
    return Promise.resolve(1)
  }
  recordPlanChange(folder, { who: by.trim(), version, time: null }, now)
  output.out(say('plan-cancelled', lang, { ...params, version }))
  return Promise.resolve(0)
})
