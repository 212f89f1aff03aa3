import { useGetOrderSuspense } from '../../api/generated/orders/orders.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { paths } from '../../paths.ts'
import { LineReturn } from '../../line/BackToChat.tsx'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { NextSteps } from './NextSteps.tsx'
import { ResultFrame } from './ResultFrame.tsx'

/** An application without a fee was received. The number comes from the API, not from the page before (P-03). */
export function OrderComplete({ orderId }: { orderId: string }) {
  const t = useText('charges')
  const common = useText('common')
  const records = useText('records')
  const language = useLanguage()
  const { tenantId, info } = useTenant()
  const { data: order } = useGetOrderSuspense(orderId)
  return (
    <ResultFrame
      tone="success"
      title={t('result.orderTitle')}
      body={t('result.orderBody', { receiptNumber: order.receiptNumber })}
      receiptNumber={order.receiptNumber}
      facts={[
        { term: t('result.service'), description: order.serviceName },
        { term: records('submittedAt'), description: formatDateTime(order.submittedAt, language) },
      ]}
      actions={
        <>
          <LinkButton variant="primary" to={paths.applicationHistory(tenantId)}>
            {t('result.history')}
          </LinkButton>
          <LinkButton variant="text" to={paths.historyDetails(tenantId, orderId)}>
            {t('result.details')}
          </LinkButton>
          <Button variant="text" onClick={() => window.print()}>
            {common('button.print')}
          </Button>
        </>
      }
    >
      <NextSteps receipt={false} />
      <LineReturn accountUrl={info.branding?.line?.officialAccountUrl} />
    </ResultFrame>
  )
}
