/**
 * The files that a build depends on: everything in the repository except what is listed here. A new file or folder is
 * an input unless it is excluded: an unnecessary build costs seconds, a missing one shows an outdated portal.
 */
import { readdirSync } from 'node:fs'
import path from 'node:path'

export type BuildName = 'forms' | 'app' | 'studio'

const neverInput = [
  'api-spec',
  'contract',
  'coverage',
  'dist',
  'docs',
  'e2e',
  'node_modules',
  'pact',
  'sandbox',
  'test-results',
  'knip.json',
  'orval.config.ts',
  'vitest.config.ts',
]

const notInputOf: { [name in BuildName]: RegExp } = {
  // Checking and compiling a form uses the portal's rules for addresses and pages, and those of the form engine.
  forms:
    /^(?:forms\/draw|deploy|locales|public|scripts|src\/(?!form-engine\/|paths\.ts$|lib\/|tenant\/|features\/apply\/pages\/form-pages\.ts$))|^(?:index\.html|vite\.config\.ts)$/,
  // The check and the templates are in the studio, and the parts that new forms use.
  studio: /^(?:deploy|public|scripts|schemas\/(?!shared\/|[\w-]+\.schema\.json$))|^(?:index\.html|vite\.config\.ts)$/,
  // The app fetches application forms at run time. Of the scripts, only the plugins are part of its build.
  app: /^(?:schemas|scripts\/(?!dev\/|starter\/|phrases\/|support-line\/support-line\.ts$))/,
}

/** The inputs of a build, relative to `root` and in a fixed order. */
export function buildInputs(name: BuildName, root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => !neverInput.includes(entry.name) && !entry.name.startsWith('.'))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(root, entry.name) : [entry.name]))
    .filter((file) => !notInputOf[name].test(file) && !/\.spec\.tsx?$|\.md$/.test(file))
    .toSorted()
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}
