import { detectChannel, isInsideLine, saysFromLine } from './channel.ts'
import { sessionStore } from './safe-storage.ts'

const key = 'portal.from-line'

/** Called once at the start: `?from=line` is remembered for the session, as redirects drop it. */
export function noteArrival(search: string): void {
  if (saysFromLine(search)) sessionStore.set(key, '1')
}

/** Whether the user came from the LINE chat, by the browser or by the address of arrival; decides where "back" is. */
export function isFromLine(userAgent: string): boolean {
  return isInsideLine(detectChannel(userAgent)) || sessionStore.get(key) === '1'
}
