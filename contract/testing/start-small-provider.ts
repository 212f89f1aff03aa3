/** Starts the small provider late, as a server that compiles first: `start-small-provider.ts PORT [DEFECT]`. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Defect } from './defects.ts'
import { SmallProvider } from './small-provider.ts'

const [, , port, defect] = process.argv
await sleep(1500)
const small = new SmallProvider()
if (defect !== undefined) small.breakBy(defect as Defect)
await small.start(Number(port))
