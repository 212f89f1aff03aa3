import type { ShippingAddress } from '../../api/generated/api.schemas.ts'
import { formatPhone, formatPostalCode } from '../../lib/japanese.ts'
import { useText } from '../../i18n/use-text.ts'
import { DescriptionList } from '../../ui/DescriptionList.tsx'

export function ShippingDetails({ shipping: { recipient, phone, address } }: { shipping: ShippingAddress }) {
  const t = useText('orders')
  const { postalCode, prefecture, city, town = '', street, building = '' } = address
  return (
    <DescriptionList
      items={[
        { term: t('details.recipient'), description: recipient },
        {
          term: t('details.address'),
          description: (
            <>
              {formatPostalCode(postalCode)}
              <br />
              {`${prefecture}${city}${town}${street}`}
              {building !== '' && (
                <>
                  <br />
                  {building}
                </>
              )}
            </>
          ),
        },
        { term: t('details.phone'), description: formatPhone(phone) },
      ]}
    />
  )
}
