import type { Plugin } from 'vite'
import { completeLanguages } from '../source/complete-languages.ts'
import { say } from '../source/messages.ts'
import { previewRoute } from './page-server.ts'

/** The last handler of a server of its own: a page for an address that the server does not have. */
export function unknownAddressPage(): Plugin {
  return {
    name: 'forms-unknown-address',
    apply: 'serve',
    configureServer: (server) => () => {
      server.middlewares.use((request, response, next) => {
        // A program gets the plain answer.
        if (request.method !== 'GET' || request.headers.accept?.includes('text/html') !== true) return next()
        response.writeHead(404, {
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-store',
          'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        })
        response.end(page)
      })
    },
  }
}

const page = `<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:," />
    <title>${say('address-unknown', 'ja')}</title>
  </head>
  <body>
    <main>
      ${completeLanguages
        .map(
          (language, index) => `<section lang="${language}">
        ${heading(index === 0 ? 'h1' : 'h2', say('address-unknown', language))}
        <p>${say('address-unknown-text', language)}</p>
        <p><a href="${previewRoute}/studio">${say('address-unknown-link', language)}</a></p>
      </section>`,
        )
        .join('\n      ')}
    </main>
  </body>
</html>
`

/** A page has one heading of the first level. */
function heading(element: 'h1' | 'h2', text: string): string {
  return `<${element}>${text}</${element}>`
}
