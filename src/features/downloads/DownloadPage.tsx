import { Link } from 'react-router-dom'
import type { IssuedFile } from '../../api/generated/api.schemas.ts'
import { useListFilesSuspenseInfinite } from '../../api/generated/files/files.ts'
import { cursorPaging } from '../../api/paging.ts'
import { staleTimes } from '../../api/queries.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { FileList } from '../../issued-files/FileList.tsx'
import { OpenInBrowserHint } from '../../line/LineHints.tsx'
import { ServiceNoun } from '../../tenant/ServiceNoun.tsx'
import { MetaLine } from '../../ui/MetaLine.tsx'
import { MoreButton, useMoreRows } from '../../ui/MoreButton.tsx'
import { SectionBoundary, SectionProblem } from '../../feedback/SectionBoundary.tsx'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { fileParams } from './file-params.ts'
import styles from './DownloadPage.module.css'
import link from '../../ui/Link.module.css'

/** Every file issued to the user, newest first. */
export function Component() {
  const t = useText('downloads')
  return (
    <div className={styles.page}>
      <PageTitle title={t('title')} lead={t('lead')} />
      <OpenInBrowserHint />
      <SectionBoundary
        skeleton={<Skeleton lines={6} />}
        failed={(problem, retry) => <SectionProblem problem={problem} onRetry={retry} />}
      >
        <Files />
      </SectionBoundary>
    </div>
  )
}

function Files() {
  const t = useText('downloads')
  const { tenantId } = useTenant()
  const { data, ...next } = useListFilesSuspenseInfinite(fileParams, {
    query: { ...cursorPaging, staleTime: staleTimes.drawn },
  })
  const files = data.pages.flatMap((page) => page.items)
  const { list, more } = useMoreRows<HTMLDivElement>(files.length, next)
  if (files.length === 0)
    return (
      <EmptyState
        title={t('emptyTitle')}
        action={
          <>
            <p>{t('emptyBody')}</p>
            <LinkButton variant="secondary" to={paths.applicationHistory(tenantId)}>
              {t('toHistory')}
            </LinkButton>
          </>
        }
      />
    )
  return (
    <>
      <p className={styles.count} role="status">
        {t('shown', { count: files.length })}
      </p>
      <div ref={list}>
        <FileList
          files={files}
          title="service"
          footer={(file) => (
            <ServiceNoun of={file}>
              <OrderLink file={file} />
            </ServiceNoun>
          )}
        />
      </div>
      {next.hasNextPage && (
        <MoreButton {...more} texts={{ more: t('more'), loading: t('loadingMore'), failed: t('moreFailed') }} />
      )}
    </>
  )
}

function OrderLink({ file: { orderId, receiptNumber } }: { file: IssuedFile }) {
  const t = useText('downloads')
  const { tenantId } = useTenant()
  if (orderId === undefined) return null
  return (
    <MetaLine>
      {receiptNumber !== undefined && <span>{t('receipt', { receiptNumber })}</span>}
      <Link className={link.outsideSentence} to={paths.historyDetails(tenantId, orderId)}>
        {t('order')}
      </Link>
    </MetaLine>
  )
}
