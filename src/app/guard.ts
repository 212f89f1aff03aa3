import { textLanguages } from '../../form-model/language-tag.ts'
import type { QueryClient } from '@tanstack/react-query'
import { replace } from 'react-router-dom'
import type { MiddlewareFunction } from 'react-router-dom'
import type { TenantInfo } from '../api/generated/api.schemas.ts'
import { getGetTenantInfoQueryKey } from '../api/generated/tenant/tenant.ts'
import type { SessionPort } from '../identity/session/session-port.ts'
import { isOfTenant } from '../identity/session/token-session.ts'
import { changeLanguage, currentLanguage } from '../i18n/texts.ts'
import { withTimeLimit } from '../lib/clock.ts'
import { isLanguage } from '../lib/language.ts'
import { ProblemError } from '../lib/problem.ts'
import {
  forgetRedirectPath,
  pageAfterSignIn,
  redirectOfTenant,
  saveRedirectPath,
} from '../identity/sign-in/redirect-path.ts'
import { localStore } from '../lib/safe-storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import { matchRoute, parseParams, paths } from '../paths.ts'
import type { RouteName, TenantId } from '../paths.ts'
import { dropOtherAnswers, loadTenant } from '../tenant/tenant-query.ts'
import { redirectShortPath, withoutEndSlashes } from './home-redirect.ts'
import { visitContext } from './portal/portal-context.ts'
import type { Visit } from './portal/portal-context.ts'
import { afterFirstPage, loadShell, loadShellAfter } from './shell/load-shell.ts'

/** Whether a tenant has replaced texts, which are the same for all portals of a document. */
let overridden = false

/** Public pages on which a signed-in user keeps the menu. */
const keepMenu: ReadonlySet<RouteName> = new Set(['procedures', 'procedure'])

type Parts = {
  queryClient: QueryClient
  session: SessionPort
  /** The only tenant of the host. */
  ownTenant: TenantId | null
}

/**
 * Runs before every loader: ids → tenant → session. Without a session the requested path is stored and the login page
 * opens; a session of another tenant is treated as no session. Network failures are passed to the page's boundary and
 * never treated as a log-out.
 */
export function createGuard({ queryClient, session, ownTenant }: Parts): MiddlewareFunction {
  let lastTenant: TenantId | null = null

  async function ask(tenantId: TenantId): Promise<TenantInfo> {
    const info = await loadTenant(queryClient, tenantId)
    localStore.set(storageKeys.tenantId, tenantId)
    const { texts } = info.branding ?? {}
    overridden ||= texts !== undefined
    // Applied to every later tenant, so that the texts of the tenant before are removed.
    if (overridden) (await import('../i18n/text-overrides.ts')).applyTextOverrides(texts)
    await switchToOfferedLanguage(info)
    return info
  }

  async function checkTenant(name: RouteName, tenantId: TenantId, address: string): Promise<void> {
    if (lastTenant !== null && lastTenant !== tenantId) dropOtherAnswers(queryClient, tenantId)
    lastTenant = tenantId
    // The sign-in form appears before the response; the layout reacts when it arrives. Only the tenants' common
    // language is certain to be offered, so no other may be shown yet.
    if (name === 'login' && currentLanguage() === 'ja' && !isKnown(queryClient, tenantId) && !(await changesSignIn())) {
      loadShellAfter(afterFirstPage().then(() => ask(tenantId)))
      return
    }
    const [info] = await Promise.all([ask(tenantId), loadShell().catch(() => undefined)])
    const target = redirectOfTenant(name, tenantId, address, info)
    if (target !== null) throw replace(target)
  }

  return async ({ request, params, context }, next) => {
    const url = new URL(request.url)
    const route = matchRoute(url.pathname)
    const ids = parseParams(params)
    const shorter = withoutEndSlashes(url.pathname)
    // A printed address may end with a slash.
    if (route === null && matchRoute(shorter) !== null) throw replace(shorter + url.search)
    const tenantId = ids?.tenantId ?? null
    const isForeign = tenantId !== null && ownTenant !== null && tenantId !== ownTenant
    // The first part of a short address can look like the id of a tenant.
    if (isForeign) redirectShortPath(url, ownTenant)
    if (route === null || ids === null || isForeign) throw new ProblemError({ kind: 'not-found', fields: [] })
    const address = `${url.pathname}${url.search}`
    if (tenantId !== null) await checkTenant(route.name, tenantId, address)
    const visit: Visit = { tenantId, session: null }
    if (route.session && tenantId !== null) {
      const found = await session.currentSession()
      if (!isOfTenant(found, tenantId)) {
        saveRedirectPath(address)
        throw replace(paths.login(tenantId))
      }
      forgetRedirectPath(url)
      visit.session = found
    } else if (route.name === 'login' && tenantId !== null && session.hasSession()) {
      const found = await session.currentSession().catch(() => null)
      if (isOfTenant(found, tenantId)) throw replace(pageAfterSignIn(tenantId))
    }
    if (keepMenu.has(route.name) && tenantId !== null && session.hasSession()) {
      const found = await session.currentSession().catch(() => null)
      if (isOfTenant(found, tenantId)) visit.session = found
    }
    context.set(visitContext, visit)
    await next()
  }
}

/** A tenant may offer fewer languages than the portal has. The user's choice for other tenants stays stored. */
async function switchToOfferedLanguage({ branding }: TenantInfo): Promise<void> {
  const offered = branding?.locales?.filter(isLanguage) ?? []
  const best = textLanguages(currentLanguage())
    .filter(isLanguage)
    .find((language) => offered.includes(language))
  const next = best ?? offered[0]
  if (next !== undefined && next !== currentLanguage()) await changeLanguage(next)
}

/** The longest wait for the tenant's info before the sign-in form appears. */
const maxWaitMs = 2_000

/**
 * Whether the sign-in page needs the tenant's info: its texts must not appear with the portal's, and the warning of a
 * maintenance must not move the form later. The starter has requested the info before the scripts, so it has usually
 * arrived.
 */
async function changesSignIn(): Promise<boolean> {
  const tenant = globalThis.portalStart?.tenant
  const info = tenant && (await withTimeLimit(tenant, maxWaitMs).catch(() => undefined))
  const { branding, maintenance } = (info as TenantInfo | undefined) ?? {}
  return branding?.texts !== undefined || maintenance !== undefined
}

function isKnown(queryClient: QueryClient, tenantId: TenantId): boolean {
  return queryClient.getQueryData(getGetTenantInfoQueryKey(tenantId)) !== undefined
}
