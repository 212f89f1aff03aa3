import type { QueryClient } from '@tanstack/react-query'
import { getListDraftsQueryKey } from '../../../api/generated/drafts/drafts.ts'
import { getListOrdersQueryKey } from '../../../api/generated/orders/orders.ts'
import { getGetProfileQueryOptions } from '../../../api/generated/profile/profile.ts'
import { getListServicesQueryKey, listServices } from '../../../api/generated/services/services.ts'
import { runAsMutation } from '../../../api/http.ts'
import { staleTimes } from '../../../api/queries.ts'
import type { Language } from '../../../lib/language.ts'
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
import type { ApplicationDeps } from './application-types.ts'
import { formQuery, publishedIn } from './form-query.ts'
import type { FormRules } from './form-rules.ts'
import { keepResult } from './result.ts'
import type { ApplicationKey } from '../draft/draft.ts'
import { applicationName, serverDrafts } from '../draft/draft.ts'
import { localDrafts } from '../draft/local-drafts.ts'
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

type Page = {
  tenantId: TenantId
  session: SessionPort
  queryClient: QueryClient
  formsBase: string
  language: Language
}

/** How long the form waits for the profile before it opens without it (milliseconds). */
const profileWaitMs = 3_000

/** The dependencies of an application in the browser. */
export function applicationDeps(
  key: ApplicationKey,
  { tenantId, session, queryClient, formsBase, language }: Page,
): ApplicationDeps {
  const call = runAsMutation(queryClient)
  const { serviceId, type } = key

  /** Without a session the request fails on purpose: the sign-in dialog then opens over the page. */
  async function checkOwner(): Promise<void> {
    // The request itself renews the token, within the limit of one wait.
    const now = session.storedSession()
    if (now !== null && !isSameUser(now, key)) throw new ProblemError({ kind: 'unauthenticated', fields: [] })
  }

  /** Null without a network, and for an old version that no longer exists: questions added since are not listed then. */
  async function rulesOfVersion(formVersion: string): Promise<FormRules | null> {
    const form = formQuery({ formsBase, tenantId, serviceId, type, formVersion }, language)
    const result = await queryClient.query(form).catch(() => null)
    return result?.kind === 'form' ? rulesOf(result.form) : null
  }

  /** What is on the screen, or in the cache, still has the draft that was sent or deleted here. */
  function forgetLists(...queryKeys: (readonly unknown[])[]): void {
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
  }

  const server = serverDrafts(key, { call, checkOwner })
  return {
    local: localDrafts,
    server: {
      ...server,
      async remove(version) {
        const answer = await server.remove(version)
        forgetLists(getListDraftsQueryKey())
        return answer
      },
    },
    submit: submissionServer(call, checkOwner),
    uploads: uploadsOf(call),
    // Waits only briefly, because the form offers the profile's values later as well.
    async profile() {
      const asked = queryClient.query({ ...getGetProfileQueryOptions(), staleTime: staleTimes.services })
      return withTimeLimit(asked, profileWaitMs).then(
        ({ data }) => data,
        () => null,
      )
    },
    rulesOf: rulesOfVersion,
    async published() {
      const services = await listServices(tenantId).catch(() => null)
      if (services === null) return null
      const version = publishedIn(services, key)
      const rules = version === null ? null : await rulesOfVersion(version)
      // After the form: the page would be blank while it loads. If it cannot be read, the page goes on with its own.
      if (version === null || rules !== null) queryClient.setQueryData(getListServicesQueryKey(tenantId), services)
      return rules
    },
    tabs: {
      submitted(order) {
        keepResult(tenantId, order)
        forgetLists(getListDraftsQueryKey(), getListOrdersQueryKey())
        applicationTabs.post({ kind: 'result', name: applicationName(key), order })
      },
    },
    clock: { now: serverNow },
    newId: randomId,
    newKey: newIdempotencyKey,
    isOffline,
  }
}
