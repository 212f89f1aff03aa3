import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { check } from 'recheck'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import vitestConfig from '../vitest.config.ts'
import { parseJsonSource } from '../forms/source/json-source.ts'

/**
 * The rules of docs/architecture.md as a test. Folder names alone decide, so a new module is covered without editing a
 * list; a failure names the rule, its reason and the fix.
 */
const root = join(import.meta.dirname, '..')

const testDefaults = 'scripts/test-defaults.ts'

type Import = { from: string; to: string; target: string; typeOnly: boolean }

const codeFolders = [
  'src',
  'form-model',
  'forms',
  'sandbox',
  'contract',
  'pact',
  'e2e',
  'patches',
  'scripts',
  'deploy',
  'docs',
  'schemas',
]
const files = codeFolders.flatMap((folder) => sourceFiles(join(root, folder))).map((file) => relative(root, file))
const known = new Set(files)
const product = files.filter((file) => !isTest(file))
const imports = product.flatMap(importsOf)

describe('the architecture', () => {
  it('includes the code that it guards', () => {
    expect(product.length).toBeGreaterThan(50)
    expect(imports.length).toBeGreaterThan(100)
  })

  it('lets a module of src import only modules of lower layers', () => {
    const wrong = imports.flatMap(({ from, to }) => {
      const reason = layerViolation(from, to)
      return reason === null ? [] : [`${from} imports ${to}: ${reason}`]
    })
    expect(wrong, 'Move the shared part down (lib, ui, api …) or hand it in as a prop or a port.').toEqual([])
  })

  it('lets pages use the identity through its port', () => {
    const doors = /^src\/identity\/(?:port\.ts|fields\/|security\/(?:views|open-code|ProfileView)\.tsx?)/
    const wrong = imports
      .filter(({ from, to }) => from.startsWith('src/features/') && to.startsWith('src/identity/') && !doors.test(to))
      .map(({ from, to }) => `${from} imports ${to}`)
    expect(wrong, 'Import it from src/identity/port.ts, which has what a page may need of a session.').toEqual([])
  })

  it('separates src from the programs around it', () => {
    const wrong = imports
      .filter(({ from, to }) => from.startsWith('src/') && !to.startsWith('src/') && isOurs(to))
      .filter(({ from, to }) => !allowedOutside(from, to))
      .map(({ from, to }) => `${from} imports ${to}`)
    expect(wrong, 'src reads only locales (i18n) and form-model.').toEqual([])
  })

  it('keeps form-model independent of everything around it', () => {
    const wrong = imports
      .filter(({ from, to }) => from.startsWith('form-model/') && !to.startsWith('form-model/'))
      .filter(({ target }) => target !== '@cfworker/json-schema')
      .map(({ from, target }) => `${from} imports ${target}`)
    expect(
      wrong,
      'Portal, forms tool and sandbox import form-model; it runs in each of them, so it imports only the interpreter of schemas.',
    ).toEqual([])
  })

  it('lets only e2e and pact import the sandbox', () => {
    const wrong = imports
      .filter(({ from, to }) => to.startsWith('sandbox/') && !/^(sandbox|e2e|contract|pact|scripts)\//.test(from))
      .map(({ from, to }) => `${from} imports ${to}`)
    expect(wrong, 'The sandbox is a replaceable backend; the product must not import it.').toEqual([])
  })

  it('the code has no cycle of imports, types included', () => {
    expect(cycles(), 'Break the cycle: move the shared part into a file of its own.').toEqual([])
  })

  it('no module has a cycle of imports between its sub-modules, types included', () => {
    const wrong = modulesWithParts.flatMap((module) => partCycles(module))
    expect(wrong, 'A folder is a layer of its module: move what both need into the lower one.').toEqual([])
  })

  it('no file is a barrel', () => {
    const wrong = product.filter((file) => /^\s*export \* from/m.test(read(file)))
    expect(wrong, 'Import from the file that owns the name; barrels made 87-file cycles elsewhere.').toEqual([])
  })

  it('no file has a meaningless name, such as utils', () => {
    const wrong = files.filter((file) => /(^|\/)(utils?|helpers?|common|misc|index)\.tsx?$/.test(file))
    expect(wrong, 'Name a file by its subject.').toEqual([])
  })

  it('no two files in e2e have the same name', () => {
    const names = files.filter((file) => file.startsWith('e2e/')).map((file) => file.split('/').at(-1) ?? '')
    const twins = names.filter((name, index) => names.indexOf(name) !== index)
    expect(twins, 'Put the subject into the name: an editor finds a file by its name.').toEqual([])
  })

  it.each([
    ['axios', /^axios(\/|$)/, /^src\/api\//],
    ['aws-amplify', /^(aws-amplify|@aws-amplify)(\/|$)/, /^src\/identity\/session\/cognito[^/]*\.ts$/],
    [
      'rjsf and ajv',
      /^(@rjsf\/|ajv(-|\/|$)|@cfworker\/)/,
      /^(src\/form-engine|forms|form-model|sandbox|contract|pact|patches)\//,
    ],
    ['the notification package', /^@mantine\/notifications/, /^src\/feedback\//],
    ['Mantine components', /^@mantine\/(core|hooks)/, /^src\/(ui|tenant|feedback|app|form-engine)\//],
    ['IndexedDB', /^idb$/, /^src\/features\/apply\//],
    ['i18next', /^(react-)?i18next(-|\/|$)/, /^src\/i18n\//],
  ])('imports %s in its own modules only', (_name, vendor, home) => {
    const wrong = imports
      .filter(({ from, target }) => from.startsWith('src/') && vendor.test(target) && !home.test(from))
      .map(({ from, target }) => `${from} imports ${target}`)
    expect(wrong, `Only ${String(home)} may import this package, so that it can be replaced in one place.`).toEqual([])
  })

  it('loads aws-amplify and the form engine only lazily', () => {
    const lazyOnly = /^src\/(identity\/session\/cognito[^/]*\.ts|form-engine\/(step\/|review\/|[A-Z]))/
    const wrong = imports
      .filter(({ from, to, typeOnly }) => !typeOnly && lazyOnly.test(to) && eagerModules.test(from))
      .map(({ from, to }) => `${from} imports ${to}`)
    expect(wrong, 'Use import() behind the port: the sign-in page must not load them.').toEqual([])
  })

  it('loads a part of a page later with its style sheets', () => {
    const later = /import\('[^']*\.tsx'\)/g
    const isWrong = (file: string) =>
      [...code(file).matchAll(later)].length > code(file).split('withStyleSheets(').length - 1
    const wrong = product.filter((file) => file.startsWith('src/') && !file.endsWith('routes.tsx') && isWrong(file))
    expect(wrong, 'Use withStyleSheets: the bundler requests a style sheet once and then does without.').toEqual([])
  })

  it('every form names the method of a submission without a script', () => {
    const wrong = product.filter((file) => file.startsWith('src/') && /<form\b(?!\s+method=")/.test(code(file)))
    expect(wrong, 'Begin with method="post": without a script, a form would put a password into the address.').toEqual(
      [],
    )
  })

  it('every address in the document is a valid URL', () => {
    const addresses = Array.from(read('index.html').matchAll(/(?:href|src)="([^"]*)"/g), ([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(1)
    // https://url.spec.whatwg.org/#url-code-points
    const wrong = addresses.filter((address) => !/^[\w!$&'()*+,\-./:;=?@~#%]*$/.test(address))
    expect(wrong, 'Write a space as %20, and <, > and # of an image as %3C, %3E and %23.').toEqual([])
  })

  it('React writes into no field, which may have a value without an event', () => {
    const written =
      /<(?:input|select|textarea|TextField|PasswordField)\b(?![^<]*(?:type="(?:radio|checkbox)"|readOnly))[^<]*\svalue=/
    const wrong = product.filter((file) => file.startsWith('src/') && written.test(code(file)))
    expect(wrong, 'Use useFieldText of src/ui/fields: a render would remove what the browser has filled in.').toEqual(
      [],
    )
  })

  it('writes no HTML, evaluates no text and opens no window', () => {
    const forbidden = /dangerouslySetInnerHTML|\.innerHTML\b|\beval\(|new Function\b|window\.open\b|document\.write/
    const wrong = product.filter((file) => file.startsWith('src/') && !generated(file) && forbidden.test(code(file)))
    expect(wrong, 'Render text; leave only through the payment hand-off or a signed link in the same tab.').toEqual([])
  })

  it('leaves the page only in files named for it', () => {
    const leaves = /location\.(assign|replace)\(|location\.href\s*=|window\.location\s*=/
    const wrong = product.filter(
      (file) =>
        file.startsWith('src/') && leaves.test(code(file)) && !/\/leave-[a-z-]+\.ts$|^src\/main\.tsx$/.test(file),
    )
    expect(wrong, 'Put it into a file named leave-*.ts, where the target is checked.').toEqual([])
  })

  it('decides nothing by `navigator.onLine`, which may be wrong', () => {
    const wrong = product.filter((file) => /\bonLine\b/.test(code(file)) && file !== 'src/lib/network.ts')
    expect(wrong, 'Try, or ask the network with src/lib/network.ts.').toEqual([])
  })

  it('the portal needs no secure page: plain http on a local network has fewer functions', () => {
    // The starter, whose failure only costs time.
    const homes = ['src/lib/web-locks.ts', 'src/api/early-response.ts']
    const secureOnly = /\bcrypto\.(?:randomUUID|subtle)\b|\bnavigator\.locks\b/
    const wrong = product.filter(
      (file) => file.startsWith('src/') && !generated(file) && secureOnly.test(code(file)) && !homes.includes(file),
    )
    expect(wrong, 'Use randomId of src/lib/random-id.ts and webLocks of src/lib/web-locks.ts.').toEqual([])
  })

  it("the portal is Japanese from the first byte and uses the page's order for Tab (A-13)", () => {
    expect(read('index.html')).toMatch(/<html lang="ja"/)
    const wrong = product.filter((file) => file.endsWith('.tsx') && /tabIndex=\{?["']?[1-9]/.test(code(file)))
    expect(wrong, 'Put the control at its place in the tab order.').toEqual([])
  })

  it('keeps every text of the screen in the catalogue', () => {
    const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/
    const wrong = product
      .filter((file) => file.startsWith('src/') && !generated(file))
      .flatMap((file) =>
        code(file)
          .split('\n')
          .map((line, index) => [line, index + 1] as const)
          .filter(([line]) => japanese.test(line) && !/\p{Script=Han}.*\/u|\\p\{/u.test(line))
          .map(([line, number]) => `${file}:${number} ${line.trim().slice(0, 60)}`),
      )
      .filter(
        (place) =>
          !/^src\/(lib\/(japanese|dates|era|display-text)|features\/services\/search-key)[^/]*\.ts:/.test(place),
      )
    expect(wrong, 'Add a key to locales/ja and locales/en.').toEqual([])
  })

  it('each title of a test names what the test shows', () => {
    const predicates = 'is|are|was|were|has|have|not'
    const links = 'of|also|but|and|that|which|whose|for|with|without|by|from|to|within|at|during'
    const start = new RegExp(
      `(?:\\b(?:it|test)(?:\\.(?!describe)\\w+)*|[\\])}\`])\\(\\s*['"\`](?:${predicates}|${links})\\b[^'"\`\\n]*`,
      'g',
    )
    const wrong = files.flatMap((file) => (code(file).match(start) ?? []).map((title) => `${file}: ${title}`))
    expect(wrong, 'A report shows a title alone: begin with a verb, and name the thing.').toEqual([])
  })

  it('no test waits for time to pass', () => {
    const sleeps = /setTimeout\(\s*\w+,\s*[1-9]/
    const pauses = /timers\/promises['"]|\bAtomics\.wait\(|\bwaitForTimeout\(/
    const wrong = files.filter(
      (file) =>
        (/\.spec\.tsx?$/.test(file) && sleeps.test(code(file)) && !code(file).includes('useFakeTimers')) ||
        (/\.spec\.tsx?$|^e2e\//.test(file) && pauses.test(withoutImmediate(code(file))) && !(file in waitsOnPurpose)),
    )
    expect(wrong, 'Wait for what happens (waitFor), or move the clock (vi.useFakeTimers, page.clock).').toEqual([])
  })

  it('waits for a quiet network only where nothing else shows that a page has loaded everything', () => {
    const found = files.filter((file) => file.startsWith('e2e/') && code(file).includes("'networkidle'"))
    expect(found.toSorted(), 'Use waitUntilIdle or wait for the state that the test needs.').toEqual(
      Object.keys(waitsForQuietNetwork).toSorted(),
    )
  })

  it('no test has random values that differ between two runs', () => {
    const random = /Math\.random\(|\brandomBytes\(|\brandomInt\(|\bgetRandomValues\(/
    const wrong = files.filter((file) => /\.spec\.tsx?$|\/testing\//.test(file) && random.test(code(file)))
    expect(wrong, 'Take values from fast-check, which a setup file gives a seed; count up for names.').toEqual([])
    const unseeded = (vitestConfig.test?.projects ?? []).flatMap((project) =>
      typeof project === 'object' && 'test' in project && !project.test?.setupFiles?.includes(testDefaults)
        ? [project.test?.name]
        : [],
    )
    expect(unseeded, `Each project of vitest.config.ts needs ${testDefaults}.`).toEqual([])
  })

  it('no spec has a time limit of its own', () => {
    const limits = /[{,] timeout: ?[\d_]+ ?[,}]|^ *\}, [\d_]{4,}\)|^ *[\d_]{4,},\n *\)/m
    const wrong = files.filter((file) => /\.spec\.tsx?$|\/testing\//.test(file) && limits.test(code(file)))
    expect(
      wrong,
      'The limits of vitest.config.ts and scripts/test-limits.ts are long enough for a busy machine; only a failing ' +
        'test reaches them.',
    ).toEqual([])
  })

  it('replaces no module in a spec that needs no page', () => {
    // The project `node` in vitest.config.ts, and the parts of pages.
    const withoutPage = /\.spec\.ts$|^(?:forms|src\/(?:fields|form-engine|lib|ui))\/.*\.spec\.tsx$/
    const wrong = files.filter((file) => withoutPage.test(file) && /\bvi\.(?:mock|doMock)\(/.test(code(file)))
    expect(wrong, 'Hand in a function instead.').toEqual([])
  })

  it('declares functions of a module with `function`, unless a type is given', () => {
    const wrong = files
      .filter((file) => !generated(file))
      .flatMap((file) => arrowConstants(syntaxOf(file)).map((name) => `${file}: ${name}`))
    expect(wrong, 'One habit: `function name() {}` at the top level, arrows inside.').toEqual([])
  })

  it('renders conditionally with `&&`', () => {
    const wrong = files
      .filter((file) => file.endsWith('.tsx'))
      .filter((file) => someNode(syntaxOf(file), isTernaryWithNull))
    expect(wrong, 'One habit: `{condition && <Part />}` instead of `{condition ? <Part /> : null}`.').toEqual([])
  })

  it('uses effects sparingly', () => {
    const effects = product
      .filter((file) => file.startsWith('src/'))
      .flatMap((file) => code(file).match(/\buse(Layout)?Effect\(/g) ?? [])
    const lines = product
      .filter((file) => file.startsWith('src/') && !generated(file))
      .reduce((sum, file) => sum + read(file).split('\n').length, 0)
    expect(effects.length / (lines / 1000), 'An effect per thousand lines is a habit worth asking about.').toBeLessThan(
      4,
    )
  })
})

/**
 * Texts from outside are matched everywhere: answers, configurations, files. A pattern that backtracks needs hours for
 * one of them. The verdict is recheck's analysis of the automaton, which is exact and depends on no time limit.
 */
describe('the JSON files', () => {
  it('name no member twice, of which the first would be lost', () => {
    const twice = ['locales', 'forms', 'schemas', 'contract', 'deploy']
      .flatMap((folder) => filesIn(join(root, folder), /\.json$/))
      .map((file) => relative(root, file))
      .flatMap((file) => parseJsonSource(file, read(file)).duplicateKeys.map(({ pointer }) => `${file} ${pointer}`))
    expect(twice, 'Give one of them another name.').toEqual([])
  })

  it('name only files of ours that exist', () => {
    const configurations = globSync(['*.json', '.*.json', '.vscode/*.json', 'pact/*.json'], { cwd: root })
    const place = new RegExp(String.raw`(?<![\w./-])(?:${codeFolders.join('|')})\/(?:[\w@./*-]|\{[^}\s]*\})+`, 'g')
    const named = configurations
      .filter((file) => file !== 'package-lock.json')
      .flatMap((file) => (read(file).match(place) ?? []).map((target) => ({ file, target })))
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(({ target }) => globSync(target, { cwd: root }).length === 0)).toEqual([])
  })
})

describe('the regular expressions', () => {
  it.each(['src', 'form-model', 'forms', 'sandbox', 'contract', 'deploy', 'scripts'])(
    'every pattern of %s needs a time proportional to the text',
    async (folder) => {
      const patterns = patternsIn(folder)
      expect(patterns.length).toBeGreaterThan(5)
      const wrong: string[] = []
      for (const { file, source, flags } of patterns) {
        for (const part of alternativesOf(source)) {
          const pattern = inBrowser.has(folder) ? part : `^(?:${part})`
          if (!mayBacktrack(pattern) || part in undecided) continue
          const verdict = await check(pattern, flags.replaceAll(/[dgmy]/g, ''), { checker: 'automaton', timeout: null })
          if (verdict.status !== 'safe') wrong.push(`${file}: ${part} is ${verdict.status}`)
        }
      }
      expect(wrong, 'Rewrite it so that no text can be split in two ways between repetitions.').toEqual([])
    },
  )

  it('every pattern that is decided by hand exists in the code', () => {
    const parts = patternsIn('forms').flatMap(({ source }) => alternativesOf(source))
    expect(Object.keys(undecided).filter((part) => !parts.includes(part))).toEqual([])
  })
})

/**
 * Folders whose code gets texts of any length from residents: also the search for a match from every position must be
 * linear. The others read files of an author or operator, where one attempt must be.
 */
const inBrowser: ReadonlySet<string> = new Set(['src', 'form-model'])

/** Patterns that recheck cannot decide because of a look-around, and why they are linear. */
const undecided: Record<string, string> = {
  [String.raw`^(.*(?<!\/properties)\/then)((?:\/properties\/[^/]+|\/items)*)$`]:
    'the last `/then` decides where the second part begins, whose parts begin with a slash',
  [String.raw`^(?:\/(?:checks|requiredWhen)\/\d+|\/renamed\/[^/]+|\/booking(?:\/time)?)(?=\/|$)`]:
    'each alternative has one repetition',
  [String.raw`^\/(?:(?:checks|requiredWhen|allow|fee\/lines)\/\d+|delivery|booking|renamed\/[^/]+|layout|\$schema)(?=\/|$)`]:
    'each alternative has one repetition',
  [String.raw`^\/(?:steps\/\d+\/visibleWhen|requiredWhen\/\d+\/when|fee\/lines\/\d+(?:\/exempt)?\/when|delivery\/when)(?=\/)`]:
    'each alternative has one repetition',
  [String.raw`(?<=^(?! {2}).*\S)[ \u3000]{2,}(?=\S)`]: 'one attempt reads the line before it once',
}

function patternsIn(folder: string) {
  return product
    .filter((file) => file.startsWith(`${folder}/`) && !generated(file))
    .flatMap((file) => patternsOf(syntaxOf(file)).map((pattern) => ({ file, ...pattern })))
}

/** The literals of a file. */
function patternsOf(node: SyntaxNode): { source: string; flags: string }[] {
  const { regex } = node as { regex?: { pattern: string; flags: string } }
  const own = regex === undefined ? [] : [{ source: regex.pattern, flags: regex.flags }]
  return [...own, ...childNodes(node).flatMap(patternsOf)]
}

/** The alternatives of the whole pattern: the time of each adds to that of the others. */
function alternativesOf(pattern: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const token of pattern.match(/\\.|\[(?:\\.|[^\]\\])*\]|./gsu) ?? []) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (token === '|' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += token
  }
  return [...parts, part]
}

/** Whether it has more than one repetition, one of a group, or one that is tried from every position. */
function mayBacktrack(pattern: string): boolean {
  const shape = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, 'x')
  const repetitions = shape.match(/[*+]|\{\d+,\}/g)?.length ?? 0
  return repetitions > 1 || /\)(?:[*+]|\{)/.test(shape) || (repetitions === 1 && !pattern.startsWith('^'))
}

/** Files that may let time pass, and why. */
const waitsOnPurpose: Record<string, string> = {
  'e2e/bench/measure.ts': 'measures times, also how long a page stays as it is',
  'e2e/explorer/run-clock.ts': 'implements the wait for a state on a clock that is not real',
  'e2e/engines/webdriver/until.ts': 'implements the wait for a state',
  'e2e/engines/webdriver/webkit.ts': 'waits until the port of the driver is open',
}

/** Files that wait for a quiet network, and why. */
const waitsForQuietNetwork: Record<string, string> = {
  'e2e/bench/visits.ts': 'fills the cache with everything that a page loads',
  'e2e/build/budgets.e2e.ts': 'counts the bytes of everything that a page loads',
  'e2e/build/start.e2e.ts': 'no request may come later',
  'e2e/engines/webdriver/page.ts': 'implements it',
  'e2e/payment/callbacks.e2e.ts': 'no request of the page before may come later',
  'e2e/screens/components.e2e.ts': 'the server for development compiles the page when it is requested',
  'e2e/screens/film-strips.e2e.ts': 'records a page until it changes no more',
  'e2e/screens/keyboard-only.e2e.ts': 'runs in WebKit as well, whose driver does not report requests',
  'e2e/screens/phrases.e2e.ts': 'runs in WebKit as well, whose driver does not report requests',
  'e2e/screens/steady.e2e.ts': 'the layout may not shift by anything that comes later',
  'e2e/servers/nginx-journeys.ts': 'checks the headers of everything that a page loads',
}

const layers: Record<string, number> = {
  main: 9,
  app: 8,
  features: 7,
  identity: 6,
  'form-engine': 5,
  drafts: 5,
  tenant: 5,
  feedback: 5,
  payment: 5,
  'order-display': 5,
  'issued-files': 5,
  'profile-form': 5,
  fields: 4,
  line: 4,
  api: 3,
  i18n: 2,
  ui: 2,
  lib: 1,
  paths: 1,
  starter: 9,
}
/** Modules whose folders are layers of their own. */
const modulesWithParts = [
  'src/app',
  'src/form-engine',
  'src/identity',
  'src/features/apply',
  'src/features/profile',
  'forms',
  'contract',
  'sandbox',
]

const eagerModules = /^src\/(main|app|tenant|feedback|api|i18n|ui|lib|identity\/sign-in)/

function moduleOf(file: string): { layer: number; name: string } {
  const [, first = '', second = ''] = file.split('/')
  const name = first.replace(/\.tsx?$/, '')
  const layer = layers[name]
  if (layer === undefined)
    throw new Error(`${file}: src/${first} is an unknown module. Modules: ${Object.keys(layers).join(', ')}`)
  return { layer, name: name === 'features' ? `features/${second}` : name }
}

function layerViolation(from: string, to: string): string | null {
  if (!from.startsWith('src/') || !to.startsWith('src/')) return null
  const [source, target] = [moduleOf(from), moduleOf(to)]
  if (source.name === target.name) return null
  if (target.layer > source.layer) return `${target.name} is in a higher layer than ${source.name}`
  if (target.layer === source.layer && !(source.layer === 1)) {
    return `${source.name} and ${target.name} are modules of one layer and must not import each other`
  }
  return null
}

function allowedOutside(from: string, to: string): boolean {
  return to.startsWith('form-model/') || (from.startsWith('src/i18n/') && to.startsWith('locales/'))
}

function cycles(): string[] {
  const edges = new Map<string, string[]>()
  for (const { from, to } of imports) {
    if (known.has(to)) edges.set(from, [...(edges.get(from) ?? []), to])
  }
  const found: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (file: string, trail: string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      found.push([...trail.slice(trail.indexOf(file)), file].join(' → '))
      return
    }
    state.set(file, 'open')
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file])
    state.set(file, 'done')
  }
  for (const file of edges.keys()) visit(file, [])
  return found
}

/** Import cycles between the folders of a module; its own files count as one part, which composes the others. */
function partCycles(module: string): string[] {
  const part = (file: string) => {
    const inside = file.slice(module.length + 1)
    return inside.includes('/') ? inside.slice(0, inside.indexOf('/')) : '(root)'
  }
  const arrows = new Map<string, Map<string, string>>()
  for (const { from, to } of imports) {
    if (!from.startsWith(`${module}/`) || !to.startsWith(`${module}/`) || part(from) === part(to)) continue
    const targets = arrows.get(part(from)) ?? new Map<string, string>()
    arrows.set(part(from), targets.set(part(to), `${from} imports ${to}`))
  }
  const found: string[] = []
  const visit = (name: string, trail: string[]) => {
    if (trail.includes(name)) {
      const circle = [...trail.slice(trail.indexOf(name)), name]
      found.push(
        circle
          .slice(1)
          .map((next, index) => arrows.get(circle[index] ?? '')?.get(next))
          .join('; '),
      )
      return
    }
    for (const next of arrows.get(name)?.keys() ?? []) visit(next, [...trail, name])
  }
  for (const name of arrows.keys()) visit(name, [])
  return [...new Set(found)]
}

function importsOf(file: string): Import[] {
  const text = code(file)
  const statements = [
    ...text.matchAll(/^\s*(?:import|export)\s+(type\s)?([^'"();]*?)\sfrom\s+['"]([^'"]+)['"]/gm),
    ...text.matchAll(/^\s*import\s+()()['"]([^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*()()['"]([^'"]+)['"]\s*\)/g),
  ]
  return statements.map(([whole, type, names, target = '']) => ({
    from: file,
    target,
    to: resolve(file, target),
    typeOnly:
      type !== undefined && type !== ''
        ? true
        : /^\{(\s*type\s[^,}]+,?)+\s*\}$/.test((names ?? '').trim()) || /\bimport\(/.test(whole),
  }))
}

function resolve(file: string, target: string): string {
  if (!target.startsWith('.')) return target
  const path = normalize(join(dirname(file), target))
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate)) ?? path
}

type SyntaxNode = { type: string; [key: string]: unknown }

const syntax = new Map<string, SyntaxNode>()
function syntaxOf(file: string): SyntaxNode {
  const known = syntax.get(file)
  if (known !== undefined) return known
  const parsed = parseAst(read(file), { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file) as unknown as SyntaxNode
  syntax.set(file, parsed)
  return parsed
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function childNodes(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]) as unknown[])
    .filter(isNode)
}

function someNode(node: SyntaxNode, test: (node: SyntaxNode) => boolean): boolean {
  return test(node) || childNodes(node).some((child) => someNode(child, test))
}

/** Names of arrow functions that are module constants without a type of their own. */
function arrowConstants(program: SyntaxNode): string[] {
  return childNodes(program)
    .map((statement) => (isNode(statement.declaration) ? statement.declaration : statement))
    .filter((statement) => statement.type === 'VariableDeclaration' && statement.kind === 'const')
    .flatMap(childNodes)
    .filter(
      ({ id, init }) =>
        isNode(id) && isNode(init) && init.type === 'ArrowFunctionExpression' && !isNode(id.typeAnnotation),
    )
    .map(({ id }) => (isNode(id) ? String(id.name) : ''))
}

/** `{condition ? <Part /> : null}` as a child; as an attribute's value `null` can be needed. */
function isTernaryWithNull(node: SyntaxNode): boolean {
  if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return false
  return childNodes(node).some(
    ({ type, expression }) =>
      type === 'JSXExpressionContainer' &&
      isNode(expression) &&
      expression.type === 'ConditionalExpression' &&
      isNode(expression.alternate) &&
      expression.alternate.type === 'Literal' &&
      expression.alternate.value === null,
  )
}

function isOurs(target: string): boolean {
  return /^(src|form-model|forms|schemas|sandbox|contract|pact|e2e|patches|scripts|deploy|locales|api-spec)\//.test(
    target,
  )
}

function isTest(file: string): boolean {
  return /\.(spec|e2e)\.tsx?$|\.pact\.spec\.ts$|\/testing\//.test(file)
}

function generated(file: string): boolean {
  return file.startsWith('src/api/generated/')
}

/** The text without comments, so that a comment may name what the rule forbids. */
function code(file: string): string {
  return read(file)
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/(^|\s)\/\/.*$/gm, '')
}

/** `setImmediate` of `timers/promises` lets no time pass. */
function withoutImmediate(text: string): string {
  return text.replace(/^import \{ setImmediate(?: as \w+)? \} from .*$/gm, '')
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function sourceFiles(folder: string): string[] {
  return filesIn(folder, /(?<!\.d)\.tsx?$/)
}

function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('node_modules'))
}
