import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** The version of React Router for which the changes were written and tested. */
const knownVersion = '7.18.5'

const file = /react-router[\\/]dist[\\/]development[\\/]chunk-\w+\.mjs$/
/** The package has a second chunk, for servers. It is read by a bundler, too, but no code of it is used. */
const clientOnly = 'function createBrowserRouter('

type Change = { what: string; find: RegExp; count: number; replacement: string }

/**
 * Code of React Router that no page uses, but that a bundler cannot leave out by itself:
 * - messages for developers; the package's own production build leaves out some of them;
 * - components such as `Form`, with everything that they use: a bundler cannot know that the call of React which makes
 *   them, and the assignment of their name for the developer tools, have no other effect;
 * - prefetching by `<Link prefetch>` and redirects thrown by server components, both of the framework mode;
 * - instrumentation of the router.
 */
const changes: Change[] = [
  {
    what: 'switch of the warnings',
    find: /^var ENABLE_DEV_WARNINGS = true;$/gm,
    count: 1,
    replacement: 'var ENABLE_DEV_WARNINGS = false;',
  },
  {
    what: 'functions that warn',
    find: /^(?=function (?:warning|warningOnce|warnOnce)\()/gm,
    count: 3,
    replacement: '/*#__NO_SIDE_EFFECTS__*/ ',
  },
  {
    what: 'components and contexts',
    find: /(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/gm,
    count: 16,
    replacement: '/*#__PURE__*/ ',
  },
  { what: 'names of components', find: /^[A-Z]\w+\.displayName = "\w+";$/gm, count: 15, replacement: '' },
  {
    what: 'prefetching of links',
    find: /^ +let \[shouldPrefetch, prefetchRef, prefetchHandlers\] = usePrefetchBehavior\(\s+prefetch,\s+rest\s+\);$/gm,
    count: 1,
    replacement: '',
  },
  { what: 'handlers of prefetching', find: /^ +\.\.\.prefetchHandlers,$/gm, count: 1, replacement: '' },
  {
    what: 'reference of prefetching',
    find: /\bmergeRefs\(forwardedRef, prefetchRef\)/g,
    count: 1,
    replacement: 'forwardedRef',
  },
  {
    what: 'prefetched links',
    find: /\breturn shouldPrefetch && !isAbsolute \? .*\(PrefetchPageLinks, \{ page: href \}\)\) : link;$/gm,
    count: 1,
    replacement: 'return link;',
  },
  { what: 'instrumentation', find: /\bif \(init\.instrumentations\) \{$/gm, count: 2, replacement: 'if (false) {' },
  {
    what: 'errors of server components',
    find: /\bif \(this\.context && typeof error === "object" && error && "digest" in error\b.* \{$/gm,
    count: 1,
    replacement: 'if (false) {',
  },
  {
    what: 'redirects of server components',
    find: /\bif \(this\.context\) \{$/gm,
    count: 1,
    replacement: 'if (false) {',
  },
  {
    what: 'context of server components',
    find: /^RenderErrorBoundary\.contextType = RSCRouterContext;$/gm,
    count: 1,
    replacement: '',
  },
]

/** Returns the module without this code; throws if the library's code has changed. */
export function withoutUnused(code: string): string {
  return changes.reduce((changed, { what, find, count, replacement }) => {
    const found = changed.match(find)?.length ?? 0
    if (found !== count) throw new Error(`lean router: expected ${what} ${count} times in React Router, found ${found}`)
    return changed.replace(find, replacement)
  }, code)
}

/** The build fails with another version of React Router, or if code to be changed is not found: then check it again. */
export function leanRouter(expected = knownVersion): Plugin {
  let changed = false
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      changed = false
      const found = installedVersion()
      if (found !== expected)
        this.error(`lean router was written for react-router ${expected}, but ${found} is installed`)
    },
    transform: {
      filter: { id: file },
      handler(code) {
        if (!code.includes(clientOnly)) return null
        changed = true
        return { code: withoutUnused(code), map: null }
      },
    },
    buildEnd(error) {
      if (!error && !changed) this.error('lean router: React Router was not part of the build')
    },
  }
}

function installedVersion(): string {
  const entry = createRequire(import.meta.url).resolve('react-router/package.json')
  const { version } = JSON.parse(readFileSync(entry, 'utf8')) as { version: string }
  return version
}
