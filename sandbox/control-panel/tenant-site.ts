import { html } from 'hono/html'
import type { Backend } from '../rules/backend.ts'

/** The logo of a tenant: its initial in its colour. */
export function brand(backend: Pick<Backend, 'tenants'>, file: string): Response {
  const tenant = backend.tenants.find(file.replace(/\.svg$/, ''))
  if (tenant === null) return new Response('Not found\n', { status: 404 })
  const { primaryColor = '#333333' } = tenant.branding
  const initial = tenant.displayName.ja.slice(0, 1)
  const ink = isPale(primaryColor) ? '#000' : '#fff'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40"><rect width="40" height="40" rx="8" fill="${primaryColor}"/><text x="20" y="28" font-size="22" font-weight="700" font-family="sans-serif" text-anchor="middle" fill="${ink}">${initial}</text></svg>`
  return new Response(svg, { headers: { 'Content-Type': 'image/svg+xml', 'X-Content-Type-Options': 'nosniff' } })
}

/** Weights of red, green and blue, by the sensitivity of the eye. */
function isPale(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\da-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150
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
