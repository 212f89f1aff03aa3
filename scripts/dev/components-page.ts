import type { Plugin } from 'vite'

const route = '/_components'

const html = `<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/src/app/testing/components/main.tsx"></script>
  </body>
</html>
`

/** `npm run dev`: every component of the portal in each of its states. */
export function componentsPage(): Plugin {
  return {
    name: 'components-page',
    apply: 'serve',
    // Otherwise Vite discovers the libraries of this page one by one, and reloads it for each.
    config: () => ({ optimizeDeps: { entries: ['src/app/testing/components/main.tsx'] } }),
    configureServer(server) {
      server.middlewares.use(route, (request, response, pass) => {
        server
          .transformIndexHtml(`${route}${request.url ?? '/'}`, html)
          .then((page) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page))
          .catch(pass)
      })
    },
  }
}
