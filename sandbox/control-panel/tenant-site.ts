import { html } from 'hono/html'
import { logoFiles } from '../../forms/source/tenant-source.ts'
import { serveFile } from '../core/serve-file.ts'
import type { Backend } from '../rules/backend.ts'

/** The logo of a tenant, from the folder that it was published in. */
export function brand({ forms }: Pick<Backend, 'forms'>, request: Request, name: string): Promise<Response> {
  const file = forms.fileOf(name)
  return serveFile(request, file.folder, logoFiles.some((logo) => name.endsWith(`/${logo}`)) ? file.name : '')
}

const titles: { readonly [name: string]: string } = {
  terms: '利用規約',
  privacy: 'プライバシーポリシー',
  accessibility: 'ウェブアクセシビリティ方針',
}

/** A page of the tenant's own site, which the footer of the portal links to. */
export async function tenantPage(backend: Pick<Backend, 'tenants'>, tenantId: string, name: string): Promise<Response> {
  const tenant = backend.tenants.find(tenantId)
  const title = Object.hasOwn(titles, name) ? titles[name] : undefined
  if (tenant === null || title === undefined) return new Response('Not found\n', { status: 404 })
  const page = await html`<!doctype html>
    <html lang="ja">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} | ${tenant.displayName.ja}</title>
        <link rel="stylesheet" href="/_sandbox/sandbox.css" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>ここに「${tenant.displayName.ja}」の${title}が入ります。これは動作確認用のページです。</p>
          <p><a href="/login/${tenantId}">ログイン画面へ</a></p>
        </main>
      </body>
    </html>`
  return new Response(page.toString(), { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
