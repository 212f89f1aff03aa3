import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { bigIntegerFile, patchModPow } from '../patches/native-modpow.ts'

const publishedForms = 'http://portal.test/forms/'

/**
 * Specs run Amplify as the build has it: its own big integers took most of the processor time of a sign-in. A page that
 * imports the validator of a form gets the built one; Node imports no modules over HTTP.
 */
registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith(publishedForms)) {
      const file = path.join('.local/forms', new URL(url).pathname.slice('/forms/'.length))
      return { format: 'module', source: readFileSync(file, 'utf8'), shortCircuit: true }
    }
    if (!bigIntegerFile.test(url)) return nextLoad(url, context)
    return { format: 'module', source: patchModPow(readFileSync(new URL(url), 'utf8')), shortCircuit: true }
  },
})
