import { createRequire } from 'node:module'

/**
 * Playwright 1.65 sends `emulation.setMediaFeaturesOverride` for every context, with null where nothing is to be set.
 * Firefox 153 does not know the command, and no context could be created. Here it is answered without being sent, so
 * `page.emulateMedia` has no effect. To be deleted with the first Firefox ESR that has the command.
 */
const missing = 'emulation.setMediaFeaturesOverride'

type Socket = { send: (data: string) => void; emit: (event: 'message', data: Buffer, isBinary: boolean) => void }

export function answerMissingCommand(): void {
  const require = createRequire(createRequire(import.meta.url).resolve('@playwright/test'))
  const { ws } = require('playwright-core/lib/utilsBundle') as { ws: { prototype: Socket } }
  const { send } = ws.prototype
  ws.prototype.send = function sendKnown(data) {
    if (!data.includes(missing)) return send.call(this, data)
    const { id } = JSON.parse(data) as { id: number }
    const answer = Buffer.from(JSON.stringify({ type: 'success', id, result: {} }))
    setImmediate(() => this.emit('message', answer, false))
  }
}
