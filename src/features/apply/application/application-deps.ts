import type { Profile } from '../../../api/generated/api.schemas.ts'
import { isSameUser } from '../../../identity/port.ts'
import type { SessionPort } from '../../../identity/port.ts'
import { answersToSend } from '../../../form-engine/validation/answers-to-send.ts'
import { validateAll } from '../../../form-engine/validation/validate.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import { serverNow, withTimeLimit } from '../../../lib/clock.ts'
import { newIdempotencyKey } from '../../../lib/idempotency.ts'
import { isOffline } from '../../../lib/network.ts'
import { ProblemError } from '../../../lib/problem.ts'
import { randomId } from '../../../lib/random-id.ts'
import type { TenantId } from '../../../paths.ts'
import { applicationTabs } from './application-tabs.ts'
import type { Call } from '../../../api/http.ts'
import type { ApplicationDeps } from './application-types.ts'
import type { FormRules } from './form-rules.ts'
import { keepResult } from './result.ts'
import type { ApplicationKey } from '../draft/draft.ts'
import { applicationName, serverDrafts } from '../draft/draft.ts'
import { localDrafts } from '../draft/draft-database.ts'
import { answerLine, fieldName, optionText } from '../../../form-engine/answers/field-names.ts'
import { uploadsOf } from '../attachments/uploads.ts'
import { submissionServer } from '../submission/submission-server.ts'

/** The rules of a loaded form that the store needs. */
export function rulesOf(form: LoadedForm): FormRules {
  return {
    definition: form.definition,
    errorsOf: (answers) => validateAll(form, answers),
    toSend: (answers) => answersToSend(form, answers),
    inWords: (pointer, value) => ({ label: fieldName(form, pointer), value: answerLine(form, pointer, value) }),
    optionText: (pointer, value) => optionText(form, pointer, value),
  }
}

type Wiring = {
  tenantId: TenantId
  session: SessionPort
  call: Call
  profile: () => Promise<Profile>
  loadVersion: (formVersion: string) => Promise<LoadedForm>
  loadPublished: () => Promise<LoadedForm | null>
  /** A list on the screen still has the draft that was sent. */
  refreshLists: () => void
}

/** How long the form waits for the profile before it opens without it (milliseconds). */
const profileWaitMs = 3_000

/** The dependencies of an application in the browser. */
export function applicationDeps(
  key: ApplicationKey,
  { tenantId, session, call, profile, loadVersion, loadPublished, refreshLists }: Wiring,
): ApplicationDeps {
  /** Without a session the request fails on purpose: the sign-in dialog then opens over the page. */
  async function checkOwner(): Promise<void> {
    // The request itself renews the token, within the limit of one wait.
    const now = session.storedSession()
    if (now !== null && !isSameUser(now, key)) throw new ProblemError({ kind: 'unauthenticated', fields: [] })
  }

  return {
    local: localDrafts,
    server: serverDrafts(key, { call, checkOwner }),
    submit: submissionServer(call, checkOwner),
    uploads: uploadsOf(call),
    // Waits only briefly, because the form offers the profile's values later as well.
    profile: () => withTimeLimit(profile(), profileWaitMs).catch(() => null),
    async rulesOf(formVersion) {
      try {
        return rulesOf(await loadVersion(formVersion))
      } catch {
        // An old version may no longer exist: then questions added since are not listed.
        return null
      }
    },
    async published() {
      try {
        const form = await loadPublished()
        return form && rulesOf(form)
      } catch {
        // Without a network, or if the new form cannot be read: the page continues with its own.
        return null
      }
    },
    tabs: {
      submitted(order) {
        keepResult(tenantId, order)
        refreshLists()
        applicationTabs.post({ kind: 'result', name: applicationName(key), order })
      },
    },
    clock: { now: serverNow },
    newId: randomId,
    newKey: newIdempotencyKey,
    isOffline,
  }
}
