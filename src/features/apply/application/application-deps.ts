import type { QueryClient } from '@tanstack/react-query'
import type { Answers, Definition } from '../../../../form-model/definition.ts'
import type { Profile, SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import { getListDraftsQueryKey } from '../../../api/generated/drafts/drafts.ts'
import { getListOrdersQueryKey } from '../../../api/generated/orders/orders.ts'
import { getGetProfileQueryOptions } from '../../../api/generated/profile/profile.ts'
import { getListServicesQueryKey, listServices } from '../../../api/generated/services/services.ts'
import { runAsMutation } from '../../../api/http.ts'
import { staleTimes } from '../../../api/queries.ts'
import type { Language } from '../../../lib/language.ts'
import { isSameUser } from '../../../identity/port.ts'
import type { SessionPort } from '../../../identity/port.ts'

import { answerLine, fieldName, optionText } from '../../../form-engine/answers/field-names.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import { answersToSend } from '../../../form-engine/validation/answers-to-send.ts'
import { validateAll } from '../../../form-engine/validation/validate.ts'
import { serverNow, withTimeLimit } from '../../../lib/clock.ts'
import { isOffline } from '../../../lib/network.ts'
import { ProblemError } from '../../../lib/problem.ts'
import type { FieldError } from '../../../lib/problem.ts'
import { randomId } from '../../../lib/random-id.ts'
import type { TenantId } from '../../../paths.ts'
import { applicationTabs } from './application-tabs.ts'
import { formQuery, publishedIn } from './form-query.ts'
import type { ApplicationKey, DraftVersion } from '../draft/draft.ts'
import { applicationName, serverDrafts } from '../draft/draft.ts'
import { localDrafts } from '../draft/local-drafts.ts'
import type { LocalDrafts } from '../draft/local-drafts.ts'
import { rememberOrder } from '../../../payment/remembered-order.ts'
import { uploadsOf } from '../attachments/uploads.ts'
import { submissionServer } from '../submission/submission-server.ts'

export type FormRules = ReturnType<typeof rulesOf>

/** What the store needs of a version of the form. */
export function rulesOf(form: LoadedForm) {
  const definition: Pick<Definition, 'steps' | 'formVersion' | 'renamed' | 'fee'> = form.definition
  return {
    definition,
    errorsOf: (answers: Answers): readonly FieldError[] => validateAll(form, answers),
    toSend: (answers: Answers) => answersToSend(form, answers),
    inWords: (pointer: string, value: unknown) => ({
      label: fieldName(form, pointer),
      value: answerLine(form, pointer, value),
    }),
    optionText: (pointer: string, value: unknown) => optionText(form, pointer, value),
  }
}

type Page = {
  tenantId: TenantId
  session: SessionPort
  queryClient: QueryClient
  formsBase: string
  language: Language
}

/** How long the form waits for the profile before it opens without it (milliseconds): it offers the values later, too. */
const profileWaitMs = 3_000

export type ApplicationDeps = ReturnType<typeof applicationDeps>

export function applicationDeps(key: ApplicationKey, { tenantId, session, queryClient, formsBase, language }: Page) {
  const call = runAsMutation(queryClient)
  const { serviceId, type } = key

  /** True without a session: the request fails on purpose, and the sign-in dialog opens over the page. */
  function isOwner(): boolean {
    // The request itself renews the token, within the limit of one wait.
    const now = session.storedSession()
    return now === null || isSameUser(now, key)
  }

  async function checkOwner(): Promise<void> {
    if (!isOwner()) throw new ProblemError({ kind: 'unauthenticated', fields: [] })
  }

  /** Null without a network, and for an old version that no longer exists: questions added since are not listed then. */
  async function rulesOfVersion(formVersion: string): Promise<FormRules | null> {
    const form = formQuery({ formsBase, tenantId, serviceId, type, formVersion }, language)
    const result = await queryClient.query(form).catch(() => null)
    return result?.kind === 'form' ? rulesOf(result.form) : null
  }

  /** They still have the draft that was sent or deleted here. */
  function forgetLists(...queryKeys: (readonly unknown[])[]): void {
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
  }

  const local: Pick<LocalDrafts, 'claim' | 'write' | 'remove'> = localDrafts
  const server = serverDrafts(key, { call, checkOwner })
  return {
    local,
    server: {
      ...server,
      sendOnLeave: (...save: Parameters<typeof server.sendOnLeave>) => isOwner() && server.sendOnLeave(...save),
      async remove(version: DraftVersion) {
        const answer = await server.remove(version)
        forgetLists(getListDraftsQueryKey())
        return answer
      },
    },
    submit: submissionServer(call, checkOwner),
    uploads: uploadsOf(call),
    async profile(): Promise<Profile | null> {
      const asked = queryClient.query({ ...getGetProfileQueryOptions(), staleTime: staleTimes.services })
      return withTimeLimit(asked, profileWaitMs).then(
        ({ data }) => data,
        () => null,
      )
    },
    rulesOf: rulesOfVersion,
    /** Null if it cannot be read. */
    async published(): Promise<FormRules | null> {
      const services = await listServices(tenantId).catch(() => null)
      if (services === null) return null
      const version = publishedIn(services, key)
      const rules = version === null ? null : await rulesOfVersion(version)
      // After the form: the page would be blank while it loads. If it cannot be read, the page goes on with its own.
      if (version === null || rules !== null) queryClient.setQueryData(getListServicesQueryKey(tenantId), services)
      return rules
    },
    submitted(order: SubmittedOrder): void {
      rememberOrder(tenantId, order.orderId, order.charge?.chargeId)
      forgetLists(getListDraftsQueryKey(), getListOrdersQueryKey())
      applicationTabs.post({ kind: 'result', name: applicationName(key), order })
    },
    now: serverNow,
    newId: randomId,
    /** What is not sent without a network cannot have arrived. */
    isOffline,
  }
}
