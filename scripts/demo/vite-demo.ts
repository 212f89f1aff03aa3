import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { contentSecurityPolicy } from '../../deploy/headers.ts'
import { serveFile } from '../../sandbox/core/serve-file.ts'
import { pdfOf } from '../../sandbox/rules/pdf.ts'
import { sampleFile } from './demo-tenant.ts'

const root = path.join(import.meta.dirname, '../..')
const here = import.meta.dirname
export const forms = path.join(root, '.local/forms')

/** Plugins of `vite.config.ts` that the demo cannot use: it asks no server before its scripts run, and has no Amplify. */
export const withoutDemo = new Set(['portal-starter', 'native-modpow'])

export const banner: Record<string, string> = {
  ja: '見本です。入力した内容はどこにも送られません。メールは届かず、ログインの設定も変わりません。',
  'ja-simple':
    '見本（みほん）です。書いたことは、どこにも送（おく）られません。メールは来（き）ません。ログインの設定（せってい）は変（か）わりません。',
  en: 'This is a demo. Nothing that you type is sent anywhere. No mail arrives; sign-in settings stay.',
}

/** Makes a demo of the portal: another entry, another identity provider, and the files that a server would have. */
export function demo(): Plugin {
  return {
    name: 'demo',
    enforce: 'pre',
    // Otherwise Vite discovers the libraries of the mocks late, and reloads the page.
    config: () => ({ optimizeDeps: { entries: ['scripts/demo/main.ts'] } }),
    resolveId(source, importer) {
      return source === './cognito.ts' && importer?.endsWith('/src/identity/session/identity-provider.ts') === true
        ? path.join(here, 'demo-identity.ts')
        : null
    },
    transform(code, id) {
      const language = /\/locales\/([^/]+)\/critical\.json$/.exec(id)?.[1]
      if (language === undefined) return null
      const texts = JSON.parse(code) as { app: Record<string, string> }
      return JSON.stringify({ ...texts, app: { ...texts.app, demo: banner[language] } })
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { server }) => {
        const page = html.replace('/src/main.tsx', '/scripts/demo/main.ts')
        return server === undefined ? page.replace('<head>', `<head>\n    ${policyElement()}`) : page
      },
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, pass) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        if (pathname === `/${sampleFile}`) {
          response.writeHead(200, { 'Content-Type': 'application/pdf' })
          return void response.end(samplePdf())
        }
        if (!/^\/forms\/(?!preview\/)/.test(pathname)) return pass()
        serveFile(new Request(`http://localhost${pathname}`), forms, pathname.slice('/forms/'.length))
          .then(async (answer) => {
            response.writeHead(answer.status, Object.fromEntries(answer.headers))
            response.end(Buffer.from(await answer.arrayBuffer()))
          })
          .catch(pass)
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: sampleFile, source: samplePdf() })
      for (const name of readdirSync(forms, { recursive: true, encoding: 'utf8' }).filter((one) => /\.\w+$/.test(one)))
        this.emitFile({
          type: 'asset',
          fileName: path.posix.join('forms', name.replaceAll(path.sep, '/')),
          source: readFileSync(path.join(forms, name)),
        })
    },
  }
}

function samplePdf(): Uint8Array {
  return pdfOf('見本', ['これは見本です。お支払いは行われていません。', '添付したファイルの内容は保存されていません。'])
}

/** The portal's policy as an element, because a file server may set no headers; that of frames works as a header only. */
function policyElement(): string {
  const policy = contentSecurityPolicy({ apiBase: '/', auth: { region: '', endpoint: '/' }, paymentHosts: [] })
  return `<meta http-equiv="Content-Security-Policy" content="${policy.replace(/frame-ancestors [^;]+; /, '')}" />`
}
