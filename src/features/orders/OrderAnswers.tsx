import { queryOptions } from '@tanstack/react-query'
import type { OrderDetails } from '../../api/generated/api.schemas.ts'
import { toAnswers } from '../../../form-model/answers.ts'
import { useByLanguage } from '../../api/use-by-language.ts'
import { loadForm } from '../../form-engine/definition/load-form.ts'
import type { FormAddress } from '../../form-engine/definition/version-url.ts'
import { AnswersView } from '../../form-engine/review/AnswersView.tsx'
import { useConfig } from '../../lib/config-context.ts'
import { shownFileName } from '../../lib/display-text.ts'
import type { Language } from '../../lib/language.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'

export function OrderAnswers({ order }: { order: OrderDetails }) {
  const { tenantId } = useTenant()
  const { formsBase } = useConfig()
  const { serviceId, type, formVersion } = order
  const address = { formsBase, tenantId, serviceId, type, formVersion }
  const form = useByLanguage((language) => orderFormQuery(address, language))
  const attachments = order.attachments.map((file) => ({ ...file, name: shownFileName(file.name) }))
  return <AnswersView form={form} answers={toAnswers(order.answers)} headingLevel={3} attachments={attachments} />
}

/** The form version of an order. A published version never changes, so it is fetched once. */
export function orderFormQuery(address: FormAddress, language: Language) {
  const { tenantId, serviceId, type, formVersion } = address
  return queryOptions({
    queryKey: ['order-form', tenantId, serviceId, type, formVersion, language],
    queryFn: () => loadForm({ ...address, language }),
    staleTime: Infinity,
    // A form contains functions, which cannot be compared structurally.
    structuralSharing: false,
  })
}
