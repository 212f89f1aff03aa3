import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { bigIntegerFile, patchModPow } from '../patches/native-modpow.ts'

/** Specs run Amplify as the build has it: its own big integers took most of the processor time of a sign-in. */
registerHooks({
  load(url, context, nextLoad) {
    if (!bigIntegerFile.test(url)) return nextLoad(url, context)
    return { format: 'module', source: patchModPow(readFileSync(new URL(url), 'utf8')), shortCircuit: true }
  },
})
