import type { DraftName } from './change-draft.ts'

/** A draft, or any of a service: not every address of a form has its type. */
export type KeptDraft = Omit<DraftName, 'type'> & { type?: string | undefined }

type KeptUntil = (draft: KeptDraft) => Promise<number | null>

let read: KeptUntil = async () => null

/** The forms register it, because the pages that say it are loaded without them. */
export function registerKeptUntil(keptUntil: KeptUntil): void {
  read = keptUntil
}

/** Until when this browser keeps the answers of a draft (milliseconds); null if it has none. */
export const keptUntil: KeptUntil = (draft) => read(draft)
