import { startCheckCalls } from './check-calls.ts'
import type { WorkerInput } from './check-calls.ts'

/** The worker of the static studio. Its response has no policy, so that ajv can compile schemas here. */
const receive = startCheckCalls((output) => self.postMessage(output))
self.addEventListener('message', ({ data }: MessageEvent<WorkerInput>) => receive(data))
