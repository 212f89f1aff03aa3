import type { Page } from '@playwright/test'
import type { RouteName } from '../../../src/paths.ts'
import { draftOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'

/** A route with the data it needs and what a test expects of it. */
export type RouteUnderTest = {
  route: RouteName
  address: (fixture: Fixture) => string
  session: boolean
  /** The page's own requests, by path below the API base; null if it has none. */
  own: RegExp | null
  /** The heading of the loaded page. */
  title: string | RegExp
  /** The heading if the API answers 404: unknown tenant, invalid link, or no draft. */
  none?: string
  /** The order that the result pages read from session storage. */
  remembers?: (fixture: Fixture) => { orderId: string; chargeId: string }
}

const tenant = 'minato-city'
const draft = `${draftOf.serviceId}?type=${draftOf.type}`
const result = /^o\/(?:charges|orders)/
const info = /\/info$/
const noSuchTenant = 'ページが見つかりません'
const confirmation = /\/confirmations\//

/** The routes, in the order of docs/routes.md. */
export const routesUnderTest: readonly RouteUnderTest[] = [
  {
    route: 'home',
    address: ({ waiting }) => `/?tenantId=${tenant}&chargeId=${waiting.chargeId}`,
    session: true,
    own: /^o\/charges\//,
    title: 'お支払い',
  },
  {
    route: 'login',
    address: () => `/login/${tenant}`,
    session: false,
    own: info,
    title: 'ログイン',
    none: noSuchTenant,
  },
  { route: 'register', address: () => `/register/${tenant}`, session: false, own: info, title: '新規登録' },
  {
    route: 'mailConfirmation',
    address: () => '/mail-confirmation',
    session: false,
    own: null,
    title: 'メールをご確認ください',
  },
  {
    route: 'passwordReset',
    address: ({ confirmations }) => `/password-reset/${tenant}/${confirmations.password_reset}`,
    session: false,
    own: confirmation,
    title: '新しいパスワードの設定',
  },
  {
    route: 'notSupported',
    address: () => '/notsupported/hoshi-disabled',
    session: false,
    own: info,
    title: 'ご利用いただけません',
    none: noSuchTenant,
  },
  {
    route: 'emailChange',
    address: ({ confirmations }) => `/email-change/${tenant}/${confirmations.email_change}`,
    session: true,
    own: confirmation,
    title: 'メールアドレスの変更',
  },
  {
    route: 'registration',
    address: ({ confirmations }) => `/registration/${tenant}/${confirmations.registration}`,
    session: false,
    own: confirmation,
    title: 'お名前と連絡先',
    none: 'リンクを開けません',
  },
  {
    route: 'applicationList',
    address: () => `/${tenant}/applicationlist`,
    session: true,
    own: /^o\/(?:orders|drafts)|\/services$/,
    title: '手続き一覧',
  },
  {
    route: 'applicationHistory',
    address: () => `/${tenant}/applicationhistory`,
    session: true,
    own: /^o\/orders/,
    title: '申請履歴',
  },
  {
    route: 'download',
    address: () => `/${tenant}/download`,
    session: true,
    own: /^o\/files/,
    title: '書類のダウンロード',
  },
  {
    route: 'userProfile',
    address: () => `/${tenant}/userprofile`,
    session: true,
    own: /^o\/profile/,
    title: 'マイページ',
  },
  {
    route: 'application',
    address: () => `/application/${tenant}/${draftOf.serviceId}/${draftOf.type}`,
    session: true,
    own: /\/services$|^o\/drafts/,
    title: '内容と金額の確認',
  },
  {
    route: 'historyDetails',
    address: ({ orderId }) => `/${tenant}/history-details/${orderId}`,
    session: true,
    own: /^o\/orders/,
    title: /住民票の写し|粗大ごみ/,
  },
  {
    route: 'shippingAddress',
    address: () => `/order/shippingaddress/${tenant}/${draft}`,
    session: true,
    own: /^o\/drafts/,
    title: 'お届け先',
  },
  {
    route: 'settlement',
    address: () => `/order/payment/${tenant}/${draft}`,
    session: true,
    own: /^o\/(?:drafts|orders\/quote)/,
    title: '内容と金額の確認',
    none: '住民票の写しの交付請求',
  },
  {
    route: 'orderSuccess',
    address: () => `/${tenant}/order/success`,
    session: true,
    own: result,
    title: '申請が完了しました',
    remembers: ({ paid }) => paid,
  },
  {
    route: 'paymentCancelled',
    address: () => `/${tenant}/payment/cancelled`,
    session: true,
    own: result,
    title: 'お支払いが中止されました',
    remembers: ({ waiting }) => waiting,
  },
  {
    route: 'paymentError',
    address: () => `/${tenant}/payment/error`,
    session: true,
    own: result,
    title: 'お支払いは完了していません',
    remembers: ({ waiting }) => waiting,
  },
  {
    route: 'chargeSuccess',
    address: () => `/${tenant}/charge/success`,
    session: true,
    own: result,
    title: 'お支払いが完了しました',
    remembers: ({ paid }) => paid,
  },
  {
    route: 'chargePay',
    address: ({ waiting }) => `/${tenant}/charges/${waiting.chargeId}/pay`,
    session: true,
    own: /^o\/charges\//,
    title: 'お支払い',
  },
  {
    route: 'chargeCancel',
    address: ({ waiting }) => `/${tenant}/charges/${waiting.chargeId}/cancel`,
    session: true,
    own: /^o\/charges\//,
    title: '申請の取下げ',
  },
  {
    route: 'procedures',
    address: () => `/${tenant}/procedures`,
    session: false,
    own: /\/services$/,
    title: '手続きのご案内',
    none: noSuchTenant,
  },
  {
    route: 'procedure',
    address: () => `/${tenant}/procedures/${draftOf.serviceId}`,
    session: false,
    own: /\/services$/,
    title: '住民票の写しの交付請求',
    none: noSuchTenant,
  },
  {
    route: 'maintenance',
    address: () => '/yume-suspended/maintenance',
    session: false,
    own: info,
    title: 'メンテナンス中です',
    none: noSuchTenant,
  },
  { route: 'error', address: () => '/error', session: false, own: null, title: 'エラーが発生しました' },
  {
    route: 'paymentSuccessCallback',
    address: () => `/callbacks/payment_success?tenantId=${tenant}&repayment=true`,
    session: true,
    own: result,
    title: 'お支払いが完了しました',
    remembers: ({ paid }) => paid,
  },
  {
    route: 'paymentCancelCallback',
    address: () => `/callbacks/payment_cancel?tenantId=${tenant}`,
    session: true,
    own: result,
    title: 'お支払いが中止されました',
    remembers: ({ waiting }) => waiting,
  },
  {
    route: 'paymentErrorCallback',
    address: () => `/callbacks/payment_error?tenantId=${tenant}`,
    session: true,
    own: result,
    title: 'お支払いは完了していません',
    remembers: ({ waiting }) => waiting,
  },
]

/** What the tab has stored before the page is opened: the application that was just submitted. */
export async function storeRememberedOrder(page: Page, target: RouteUnderTest, fixture: Fixture): Promise<void> {
  const order = target.remembers?.(fixture)
  if (order === undefined) return
  const entry = { key: `portal.order.${tenant}`, value: JSON.stringify(order) }
  await page.addInitScript(({ key, value }) => {
    // Firefox runs this on about:blank too, which has no storage.
    if (location.protocol.startsWith('http')) sessionStorage.setItem(key, value)
  }, entry)
}
