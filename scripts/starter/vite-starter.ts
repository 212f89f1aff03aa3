import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { inlineCode } from '../../deploy/inline-code.ts'
import { configElement } from '../../deploy/inline-config.ts'
import { languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { storageKeys } from '../../src/lib/storage-keys.ts'
import { reservedSegments, routePatterns } from '../../src/paths.ts'
import type { RouteName } from '../../src/paths.ts'
import type { RouteStart, RouteTable } from '../../src/starter/portal-start.ts'
import { firstRequests } from '../../src/starter/first-requests.ts'
import { routePagesIn } from './route-pages.ts'
import type { RoutePage } from './route-pages.ts'
import { firstFrameStyle, hashSource, starterCode, tooOldNotice, tooOldScript } from './starter-code.ts'

const root = path.join(import.meta.dirname, '../..')

/** The parts that every page with a session shows around its content, and the code for API requests. */
const frameModules = ['src/app/shell/shell.tsx', 'src/api/http.ts']
const frameNamespaces = ['common', 'errors']

/** In Japanese they are part of the first page, and thus of no file of their own. */
const firstNamespaces = ['critical', 'login']

/** The page whose files are fetched while the password is typed. */
const afterSignIn: RouteName = 'applicationList'

/**
 * Puts the starter (src/starter/starter.ts) and its table into the built document: for each route, the files of the
 * page and its first requests. The files are read from the bundle, the pages from the modules that declare the routes.
 */
export function starter(): Plugin {
  const pages: RoutePage[] = []
  return {
    name: 'portal-starter',
    apply: 'build',
    transform(code, id) {
      if (!code.includes('routePatterns.')) return
      for (const page of routePagesIn(code))
        pages.push({ ...page, module: path.resolve(path.dirname(id), page.module) })
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (bundle === undefined) return html
        const script = await starterCode()
        const style = firstFrameStyle()
        const tooOld = tooOldScript()
        const { script: starterHash, tooOld: tooOldHash, style: styleHash } = inlineCode
        if (starterHash !== hashSource(script) || tooOldHash !== hashSource(tooOld) || styleHash !== hashSource(style))
          throw new Error('src/starter has changed: `npm run headers` writes its hashes into the policy.')
        const table = JSON.stringify(routeTable(pages, bundle)).replaceAll('<', String.raw`\u003c`)
        const starter = [
          `<style>${style}</style>`,
          `<script type="application/json" id="${configElement}"></script>`,
          `<script type="application/json" id="portal-start">${table}</script>`,
          `<script>${script}</script>`,
        ]
        return withStarter(html, starter, [tooOldNotice(), `<script>${tooOld}</script>`])
      },
    },
  }
}

/**
 * The starter comes after the files of the first page, which are the largest: over HTTP/1.1 a browser has six requests at
 * a time. Style sheets come after the frame, which is painted without them; scripts wait for them in any position. The
 * notice for browsers that are too old comes before the style sheets, so that its script does not wait.
 */
function withStarter(html: string, starter: readonly string[], tooOld: readonly string[]): string {
  const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
  const bare = sheets.reduce((rest, sheet) => rest.replace(sheet, ''), html)
  const beforeNoScript = [...tooOld, ...sheets, '<noscript>'].join('\n    ')
  return bare
    .replace('</head>', () => `  ${starter.join('\n    ')}\n  </head>`)
    .replace('<noscript>', () => beforeNoScript)
}

function routeTable(pages: readonly RoutePage[], bundle: Rolldown.OutputBundle): RouteTable {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const files: string[] = []
  const position = (file: string) => {
    if (!files.includes(file)) files.push(file)
    return files.indexOf(file)
  }
  const initial = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => filesOf(entry, bundle)))
  const positionsOf = (modules: readonly string[]) =>
    [...new Set(modules.flatMap((module) => filesOf(chunkOf(module, chunks), bundle)))]
      .filter((file) => !initial.has(file))
      .map(position)
  const textsOf = (language: string, namespaces: readonly string[]) =>
    positionsOf(
      namespaces
        .map((namespace) => path.join(root, 'locales', language, `${namespace}.json`))
        .filter((module) => isIn(module, chunks)),
    )

  const routes = (Object.keys(routePatterns) as RouteName[]).flatMap((name): RouteStart[] => {
    const { pattern, session } = routePatterns[name]
    const requests = firstRequests[name] ?? []
    if (!session && requests.length === 0) return []
    const afterInput = name === 'login'
    const page = pages.find((candidate) => candidate.name === (afterInput ? afterSignIn : name))
    if (page === undefined) throw new Error(`No page was found for the route ${name}`)
    const namespaces = [...frameNamespaces, ...page.namespaces, ...firstNamespaces]
    const own = positionsOf([...frameModules.map((module) => path.join(root, module)), page.module])
    return [
      {
        pattern,
        afterInput,
        files: filesBy((language) => [...new Set([...own, ...textsOf(language, namespaces)])]),
        requests,
      },
    ]
  })
  const { language, loggedOut, start, tenantLook } = storageKeys
  return {
    files: files.map((file) => `/${file}`),
    routes,
    reserved: reservedSegments,
    keys: { language, loggedOut, start, tenantLook },
  }
}

function filesBy(positions: (language: Language) => readonly number[]): RouteStart['files'] {
  return Object.fromEntries(languages.map((language) => [language, positions(language)])) as RouteStart['files']
}

function isIn(module: string, chunks: readonly Rolldown.OutputChunk[]): boolean {
  return chunks.some(({ moduleIds }) => moduleIds.includes(module))
}

function chunkOf(module: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const found = chunks.find(({ moduleIds }) => moduleIds.includes(module))
  if (found === undefined) throw new Error(`No file of the build contains ${path.relative(root, module)}`)
  return found
}

/** A chunk and the chunks that it imports before it runs, with their style sheets. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const seen = new Set<Rolldown.OutputChunk>()
  const add = (next: Rolldown.OutputChunk) => {
    if (seen.has(next)) return
    seen.add(next)
    for (const name of next.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') add(imported)
    }
  }
  add(chunk)
  return [...seen].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
}
