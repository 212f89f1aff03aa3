import path from 'node:path'
import { build } from 'vite'
import { noticesOf, packagesOf } from '../../deploy/third-party.ts'

export const rulesScript = 'verify-rules.mjs'

/** Writes the script that verifies the rules into one file that needs Node.js only, and the licences of its packages. */
export async function bundleRules(folder: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: path.join(import.meta.dirname, 'verify-rules.ts'),
      outDir: path.resolve(folder),
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: rulesScript } },
    },
    plugins: [
      {
        name: 'licences',
        generateBundle(_options, bundle) {
          const modules = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []))
          const source = noticesOf(packagesOf(modules))
          this.emitFile({ type: 'asset', fileName: `${rulesScript}.licences.txt`, source })
        },
      },
    ],
  })
}
