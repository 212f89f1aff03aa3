import type { Plugin, Rolldown } from 'vite'

/**
 * Puts the style sheet of each script that is fetched later into the script, because every file costs a request and
 * about a kilobyte of headers. The script adds the sheet to the document before its own code runs: the policy allows
 * constructed sheets, unlike inline ones. The sheet of the first scripts stays a file, which blocks no script.
 */
export function adoptedStyles(): Plugin {
  return {
    name: 'adopted-styles',
    apply: 'build',
    // File names contain a hash of the code before this change; Vite adds the names of the style sheets to it.
    augmentChunkHash: () => 'adopted styles 1',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const first = initialChunks(chunks)
        for (const chunk of chunks) {
          const sheets = chunk.viteMetadata?.importedCss
          if (sheets === undefined || sheets.size === 0 || first.has(chunk)) continue
          chunk.code = `${[...sheets].map((file) => adoption(take(bundle, file))).join('')}${chunk.code}`
          sheets.clear()
        }
      },
    },
  }
}

function adoption(css: string): string {
  return `{let s=new CSSStyleSheet;s.replaceSync(${JSON.stringify(css)});document.adoptedStyleSheets.push(s)}`
}

function take(bundle: Rolldown.OutputBundle, file: string): string {
  const asset = bundle[file]
  if (asset?.type !== 'asset') throw new Error(`adopted styles: the style sheet ${file} belongs to several scripts`)
  delete bundle[file]
  return String(asset.source)
}

/** The entry, and the chunks that it imports before it runs. */
function initialChunks(chunks: readonly Rolldown.OutputChunk[]): ReadonlySet<Rolldown.OutputChunk> {
  const found = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of found) for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  return found
}
