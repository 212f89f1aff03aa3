import { readFileSync } from 'node:fs'
import path from 'node:path'
import { html } from 'hono/html'
import { faultKinds } from '../core/faults.ts'
import { specialUsers } from '../identity/seed.ts'
import type { Backend } from '../rules/backend.ts'
import type { MailRecord } from '../core/records.ts'
import { samplePassword, sampleResidentsOf } from '../seed/residents.ts'
import { specialUsersTenant } from '../seed/seed.ts'
import { hour, toJapaneseText } from '../core/tokyo-time.ts'
import { isClosed } from '../rules/tenant-state.ts'
import { usernameOf } from '../core/identifiers.ts'

type Html = ReturnType<typeof html>

export const stylesheet = new Uint8Array(readFileSync(path.join(import.meta.dirname, 'sandbox.css')))

/** Users, tenants and switches, for developers who try the portal by hand. */
export function homePage(backend: Pick<Backend, 'clock' | 'faults' | 'forms' | 'residents' | 'tenants'>): Html {
  const offset = backend.clock.offset()
  const faults = backend.faults.list()
  return shell(
    'サンドボックス',
    html`
      <h1>サンドボックス</h1>
      <p>
        ポータルの動作確認用の環境です。外部には何も送信しません。メールやSMSは<a href="/_sandbox/outbox">送信箱</a
        >に届きます。
      </p>

      <h2 id="tenants">事業者</h2>
      <table aria-labelledby="tenants">
        <thead>
          <tr>
            <th scope="col">事業者</th>
            <th scope="col">状態</th>
          </tr>
        </thead>
        <tbody>
          ${backend.tenants.list().map(
            (tenant) =>
              html`<tr>
                <td>
                  <a href="/login/${tenant.tenantId}">${tenant.displayName.ja}のログイン画面</a><br />
                  <code>${tenant.tenantId}</code>
                </td>
                <td>${tenantState(backend, tenant)}</td>
              </tr>`,
          )}
        </tbody>
      </table>

      <h2 id="users">利用者</h2>
      <p>パスワードはすべて <code>${samplePassword}</code> です。</p>
      <table aria-labelledby="users">
        <thead>
          <tr>
            <th scope="col">メールアドレスと事業者</th>
            <th scope="col">説明</th>
          </tr>
        </thead>
        <tbody>
          ${userRows(backend).map(
            ({ email, tenantId, purpose }) =>
              html`<tr>
                <td><code>${email}</code><br /><code>${tenantId}</code></td>
                <td>${purpose}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <form method="post" action="/_sandbox/users">
        <label for="new-user-tenant">事業者</label>
        <select id="new-user-tenant" name="tenantId">
          ${backend.tenants.list().map(({ tenantId }) => html`<option>${tenantId}</option>`)}
        </select>
        <label for="new-user-email">メールアドレス</label>
        <input id="new-user-email" name="email" type="email" required autocomplete="off" />
        <button type="submit">利用者を追加する</button>
      </form>

      <h2>申請を差し戻す</h2>
      <form method="post" action="/_sandbox/orders">
        <input type="hidden" name="status" value="CANCELLED_BY_TENANT" />
        <label for="order-id">申請（詳細画面のURLの末尾。例：OR-1001）</label>
        <input id="order-id" name="orderId" required autocomplete="off" />
        <label for="return-reason">差戻しの理由</label>
        <input id="return-reason" name="returnReason" autocomplete="off" />
        <label for="return-fields">直すところ（空欄はなし。例：/applicant/name /applicant/phone）</label>
        <input id="return-fields" name="returnFields" autocomplete="off" />
        <button type="submit">差し戻す</button>
      </form>

      <h2>時計</h2>
      <p>
        サンドボックスの現在時刻は ${toJapaneseText(backend.clock.now())}
        です${offset === 0 ? '' : `（実際の時刻から${(offset / hour).toFixed(1)}時間）`}。
      </p>
      <div class="row">
        ${[
          { label: '1時間進める', ms: hour },
          { label: '1日進める', ms: 24 * hour },
          { label: '7日進める', ms: 7 * 24 * hour },
        ].map(
          ({ label, ms }) =>
            html`<form method="post" action="/_sandbox/clock">
              <input type="hidden" name="shiftMs" value="${ms}" /><button type="submit">${label}</button>
            </form>`,
        )}
        <form method="post" action="/_sandbox/clock">
          <input type="hidden" name="reset" value="1" /><button type="submit">実際の時刻に戻す</button>
        </form>
      </div>

      <h2>障害</h2>
      <p>
        ${faults.length === 0 ? '障害は起こしていません。' : html`起こしている障害：${faults.map(faultText).join('、')}`}
      </p>
      <form method="post" action="/_sandbox/faults">
        <label for="kind">種類</label>
        <select id="kind" name="kind">
          ${faultKinds.map((kind) => html`<option>${kind}</option>`)}
        </select>
        <label for="operation">操作（空欄はすべて。例：submitOrder）</label>
        <input id="operation" name="operation" autocomplete="off" />
        <label for="times">回数（空欄は止めるまで）</label>
        <input id="times" name="times" inputmode="numeric" autocomplete="off" />
        <button type="submit">障害を起こす</button>
      </form>
      <form method="post" action="/_sandbox/faults">
        <input type="hidden" name="clear" value="1" /><button type="submit">すべての障害を止める</button>
      </form>
      <p>
        画面からも起こせます：URLの番号や検索語、メールアドレスに <code>fault-error-500</code> のように
        <code>fault-</code> と種類を入力します。
      </p>

      <h2>初期状態に戻す</h2>
      <p>申請、利用者、メールなどをすべて消し、見本のデータだけにします。</p>
      <form method="post" action="/_sandbox/reset"><button type="submit">初期状態に戻す</button></form>
    `,
  )
}

export function outboxPage(mails: readonly MailRecord[], to: string | undefined): Html {
  return shell(
    '送信箱',
    html`
      <h1>送信箱</h1>
      <p><a href="/_sandbox/">サンドボックスに戻る</a></p>
      <form method="get" action="/_sandbox/outbox">
        <label for="to">宛先</label>
        <input id="to" name="to" value="${to ?? ''}" autocomplete="off" />
        <button type="submit">絞り込む</button>
      </form>
      ${mails.length === 0 ? html`<p>まだ何も送信されていません。</p>` : ''}
      ${mails.map(
        ({ at, to: recipient, channel, subject, body, link, code }) =>
          html`<article>
            <h2>${subject}</h2>
            <p>${toJapaneseText(at)} ${channel === 'sms' ? 'SMS' : 'メール'} 宛先：${recipient}</p>
            <pre>${body}</pre>
            ${link === undefined ? '' : html`<p><a href="${link}">リンクを開く</a></p>`}
            ${code === undefined ? '' : html`<p>確認コード：<strong>${code}</strong></p>`}
          </article>`,
      )}
    `,
  )
}

function userRows(
  backend: Pick<Backend, 'forms' | 'residents'>,
): { email: string; tenantId: string; purpose: string }[] {
  const purposes = new Map([
    ...backend.forms
      .tenants()
      .flatMap(sampleResidentsOf)
      .map((resident) => [usernameOf(resident), resident.purpose] as const),
    ...specialUsers.map(
      ({ userId, purpose }) => [usernameOf({ tenantId: specialUsersTenant, userId }), purpose] as const,
    ),
  ])
  return backend.residents
    .list()
    .slice(0, 100)
    .map(({ tenantId, userId, email }) => ({
      email,
      tenantId,
      purpose: purposes.get(usernameOf({ tenantId, userId })) ?? '追加した利用者',
    }))
}

function tenantState(backend: Pick<Backend, 'clock'>, tenant: Parameters<typeof isClosed>[0]): string {
  if (!tenant.webApplication) return 'Webアプリ機能が無効'
  if (isClosed(tenant, backend.clock.now())) return 'メンテナンス中'
  return tenant.suspendAt === undefined ? '利用できます' : `${toJapaneseText(tenant.suspendAt)}からメンテナンス`
}

function faultText({ kind, operation, times }: ReturnType<Backend['faults']['list']>[number]): string {
  return `${kind}(${operation ?? 'すべての操作'}${times === undefined ? '' : `、あと${times}回`})`
}

function shell(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="ja">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/_sandbox/sandbox.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`
}
