import { createRequire } from 'node:module'

/**
 * Playwright 1.65 sends `emulation.setMediaFeaturesOverride` for every context, with null if nothing is to be set.
 * Firefox 153 does not support the command, and no context could be created. This answers the command without sending
 * it, so `page.emulateMedia` has no effect. Delete it when a Firefox ESR supports the command.
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
