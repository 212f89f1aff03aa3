import type { DraftContent, ServerDraft } from '../draft/draft.ts'
import type { ApplicationDeps, FormRules } from './application-deps.ts'
import { inVersion } from './content-state.ts'
import { withTimeLimit } from '../../../lib/clock.ts'

/** How long a comparison waits for the published version before it uses that of the page (milliseconds). */
const publishedWaitMs = 3_000

/** `to`: in which copies are compared. Null: no longer available. */
export type Versions = { to: FormRules; others: ReadonlyMap<string, FormRules | null> }

/**
 * The versions of these copies, and the one to compare them in: the page's, if they have it; else the published one,
 * because another device may be ahead. `base` decides nothing.
 */
export async function readVersions(
  page: FormRules,
  copies: readonly DraftContent[],
  base: DraftContent | null,
  { published, rulesOf }: Pick<ApplicationDeps, 'published' | 'rulesOf'>,
): Promise<Versions> {
  const isOther = ({ formVersion }: DraftContent) => formVersion !== page.definition.formVersion
  const inTime = () => withTimeLimit(published(), publishedWaitMs).catch(() => null)
  const to = copies.some(isOther) ? ((await inTime()) ?? page) : page
  const known = new Map([page, to].map((rules) => [rules.definition.formVersion, rules]))
  const versions = new Set([...copies, ...(base === null ? [] : [base])].map(({ formVersion }) => formVersion))
  const others = [...versions].map(
    async (version) => [version, known.get(version) ?? (await rulesOf(version))] as const,
  )
  return { to, others: new Map(await Promise.all(others)) }
}

export function carriedTo({ to, others }: Versions, draft: DraftContent): ReturnType<typeof inVersion> {
  return inVersion(draft, others.get(draft.formVersion) ?? null, to)
}

/** The copy of another device, which has saved since. */
export type Conflict = ReturnType<typeof conflictWith>

export function conflictWith(theirs: ServerDraft, base: DraftContent | null, versions: Versions) {
  return {
    kind: 'conflict' as const,
    /** The version of both copies below, which the page takes before its answers are compared with them. */
    rules: versions.to,
    /** The last content that both have seen; null without one. */
    base: base && carriedTo(versions, base).draft,
    theirs: { ...theirs, content: carriedTo(versions, theirs.content).draft },
    /** The answers that both have changed; null until they are compared. */
    conflicts: null as readonly string[] | null,
  }
}
