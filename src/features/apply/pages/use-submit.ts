import { useQueryClient } from '@tanstack/react-query'
import { segmentsOf } from '../../../../form-model/pointer.ts'
import { getListServicesQueryOptions } from '../../../api/generated/services/services.ts'
import { useLanguage } from '../../../i18n/use-text.ts'
import { useConfig } from '../../../lib/config-context.ts'
import { useNavigateFromHere } from '../../../feedback/use-navigate-from-here.ts'
import { paths } from '../../../paths.ts'
import { rulesOf } from '../application/application-deps.ts'
import { formQuery } from '../application/form-query.ts'
import { pageOfStep, reviewPage } from '../application/form-pages.ts'
import { orderSubmission } from '../application/order-submission.ts'
import type { SubmissionView } from '../submission/submission-state.ts'
import type { OpenApplication } from '../application/use-application.ts'
import { formProgress } from './use-form-progress.ts'
import type { Shipping } from '../delivery/use-shipping.ts'

/**
 * The action of 送信する. Resolves with the outcome, or null if the click was ignored. After a refusal the user is led to
 * the cause: the first refused field, or the questions of the new form.
 */
export function useSubmit(application: OpenApplication, shipping: Shipping) {
  const { tenantId, key, form, service, store } = application
  const language = useLanguage()
  const { formsBase } = useConfig()
  const queryClient = useQueryClient()
  const navigate = useNavigateFromHere()

  function goToStep(step: string) {
    store.visit(step)
    void navigate(paths.application(tenantId, key.serviceId, key.type, { step }))
  }

  /** The first refused answer that is on a page. */
  function goToRefusedField() {
    const { pages } = formProgress(form, store.state().content.answers)
    const page = store
      .state()
      .serverErrors.map(({ pointer }) => pageOfStep(segmentsOf(pointer)[0] ?? '', pages))
      .find((one) => one !== null)
    if (page !== undefined && page !== null) goToStep(page.id)
  }

  async function takeNewForm() {
    const services = await queryClient.query({ ...getListServicesQueryOptions(tenantId), staleTime: 0 })
    const formVersion = services
      .find(({ serviceId }) => serviceId === key.serviceId)
      ?.forms.find(({ type }) => type === key.type)?.formVersion
    if (formVersion === undefined || formVersion === form.definition.formVersion) return
    const { serviceId, type } = key
    const result = await queryClient.query(formQuery({ formsBase, tenantId, serviceId, type, formVersion }, language))
    if (result.kind !== 'form') return
    await store.adoptForm(rulesOf(result.form))
    const { pages, unfinished } = formProgress(result.form, store.state().content.answers)
    goToStep(unfinished?.id ?? pages[0]?.id ?? reviewPage)
  }

  return async function submit(expectedTotal: number | null): Promise<SubmissionView | null> {
    const { content } = store.state()
    const profileAddress = shipping.kind === 'known' ? shipping.address : null
    const body = orderSubmission({ key, form, service, content, profileAddress }, expectedTotal, language)
    const view = await store.submit(body)
    if (view?.refusal?.kind === 'fields') goToRefusedField()
    if (view?.refusal?.kind === 'form-version') await takeNewForm()
    return view
  }
}
