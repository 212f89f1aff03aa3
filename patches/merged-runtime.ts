import type { Plugin, Rolldown } from 'vite'

const runtimeName = 'rolldown-runtime'
const exported = 'rolldownRuntime'

/**
 * Rolldown puts its runtime, less than a kilobyte, into a file of its own, which every page would fetch. This moves it
 * into the chunk of the libraries, which every page fetches anyway and which imports nothing else.
 */
export function mergedRuntime(home: string): Plugin {
  return {
    name: 'merged-runtime',
    apply: 'build',
    // File names contain a hash of the code before this change, so the hash must include this plugin as well.
    augmentChunkHash: () => 'merged runtime 1',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const runtime = chunks.find(({ name }) => name === runtimeName)
        const target = chunks.find(({ name }) => name === home)
        if (runtime === undefined || target === undefined)
          throw new Error(`merged runtime: the build has no chunk "${runtime === undefined ? runtimeName : home}"`)
        const helpers = asObject(runtime.code)
        for (const chunk of chunks) {
          if (!chunk.imports.includes(runtime.fileName)) continue
          const others = chunk.imports.filter((file) => file !== runtime.fileName)
          if (chunk === target) {
            if (others.length > 0) throw new Error(`merged runtime: ${home} imports ${others.join(', ')}`)
            chunk.code = withHelpers(chunk.code, runtime, helpers)
          } else chunk.code = withImport(chunk.code, runtime, target)
          chunk.imports = chunk === target ? [] : [...new Set([target.fileName, ...others])]
        }
        delete bundle[runtime.fileName]
      },
    },
  }
}

const finalExport = /export\{([^{}]*)\};?\s*$/

/** An expression with the exports of the runtime as properties. */
function asObject(code: string): string {
  const names = exactly(finalExport, code)[1]
  const properties = names.split(',').map((pair) => {
    const [local = '', name = local] = pair.trim().split(' as ')
    return `${name}:${local}`
  })
  return `(()=>{${code.replace(finalExport, '')}return{${properties.join()}}})()`
}

function withHelpers(code: string, runtime: Rolldown.OutputChunk, helpers: string): string {
  const [statement, names] = exactly(importOf(runtime), code)
  exactly(finalExport, code)
  return code
    .replace(statement, () => `const ${exported}=${helpers},${destructured(names)}=${exported};`)
    .replace(finalExport, (_match, own: string) => `export{${own},${exported}};`)
}

function withImport(code: string, runtime: Rolldown.OutputChunk, target: Rolldown.OutputChunk): string {
  const [statement, names] = exactly(importOf(runtime), code)
  return code.replace(
    statement,
    () => `import{${exported}}from"./${target.fileName.replace(/^.*\//, '')}";const${destructured(names)}=${exported};`,
  )
}

function importOf({ fileName }: Rolldown.OutputChunk): RegExp {
  return new RegExp(
    String.raw`import\{([^{}]*)\}from"\./${fileName.replace(/^.*\//, '').replaceAll('.', String.raw`\.`)}";`,
  )
}

/** `a as b,c` as a destructuring pattern: `{a:b,c}`. */
function destructured(names: string): string {
  return `{${names.replaceAll(' as ', ':')}}`
}

function exactly(pattern: RegExp, code: string): [string, string] {
  const found = pattern.exec(code)
  if (found === null) throw new Error(`merged runtime: ${pattern.source} is not in the output of Rolldown`)
  return [found[0], found[1] ?? '']
}
