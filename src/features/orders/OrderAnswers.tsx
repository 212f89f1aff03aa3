import { useSuspenseQuery } from '@tanstack/react-query'
import type { OrderDetails } from '../../api/generated/api.schemas.ts'
import { AnswersView } from '../../form-engine/review/AnswersView.tsx'
import { useLanguage } from '../../i18n/use-text.ts'
import { useConfig } from '../../lib/config-context.ts'
import { shownFileName } from '../../lib/display-text.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { orderFormQuery } from './order-form-query.ts'
import { toAnswers } from './to-answers.ts'

export function OrderAnswers({ order }: { order: OrderDetails }) {
  const language = useLanguage()
  const { tenantId } = useTenant()
  const { formsBase } = useConfig()
  const { serviceId, type, formVersion } = order
  const { data: form } = useSuspenseQuery(
    orderFormQuery({ formsBase, tenantId, serviceId, type, formVersion }, language),
  )
  const attachments = order.attachments.map((file) => ({ ...file, name: shownFileName(file.name) }))
  return <AnswersView form={form} answers={toAnswers(order.answers)} headingLevel={3} attachments={attachments} />
}
