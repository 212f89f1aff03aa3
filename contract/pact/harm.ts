import type { Interaction } from './pact-file.ts'

/** What a resident would suffer from an answer that is not as the portal reads it. */
export const unreadable = 'The portal shows an error, or a part of the page is missing.'
const mistaken = 'The resident is told something else than what has happened, or cannot continue.'

export function harmOf({ response }: Interaction): string {
  return response.status < 300 ? unreadable : mistaken
}
