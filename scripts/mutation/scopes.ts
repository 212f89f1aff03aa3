import { globSync } from 'node:fs'

/** A part of the code whose tests the mutation check measures, and the specs that must notice a changed behaviour. */
type Scope = { code: string[]; specs: string[] }

/**
 * Left out: components, and code that only whole page specs cover, which take seconds for each mutant (the Amazon
 * Cognito client, the session around it, the hand-over to the card provider); specs with random input, because a
 * defect should fail a test that names it.
 */
export const scopes = {
  'form-model': { code: ['form-model/*.ts'], specs: ['form-model/*.spec.ts'] },
  paths: { code: ['src/paths.ts'], specs: ['src/paths.spec.ts'] },
  session: {
    code: ['src/auth/{session-state,session-limits,stored-tokens,sign-in-step,token-session}.ts'],
    specs: ['src/auth/{session-state,session-limits,stored-tokens,sign-in-step,token-session}.spec.ts'],
  },
  payment: {
    code: ['src/payment/{payment-result,remembered-order}.ts', 'src/features/charges/*.ts'],
    specs: ['src/payment/*.spec.ts', 'src/features/charges/*.spec.ts'],
  },
  drafts: {
    code: ['src/features/apply/draft/*.ts'],
    specs: ['src/features/apply/draft/*.spec.ts', 'src/features/apply/application/{saving,state}.spec.ts'],
  },
  submission: {
    code: ['src/features/apply/submission/*.ts'],
    specs: ['src/features/apply/submission/*.spec.ts', 'src/features/apply/application/submitting.spec.ts'],
  },
} satisfies Record<string, Scope>

export type ScopeName = keyof typeof scopes
export const scopeNames = Object.keys(scopes) as ScopeName[]

export function codeOf(scope: ScopeName): string[] {
  return globSync(scopes[scope].code)
    .filter((file) => !file.endsWith('.spec.ts'))
    .toSorted()
}

export function specsOf(scope: ScopeName): string[] {
  return globSync(scopes[scope].specs).filter((file) => !file.includes('.random.'))
}

/** The code whose behaviour a file decides: itself, or the code beside a spec. */
export function subjectOf(file: string): string {
  return file.replace(/\.spec\.tsx?$/, '.ts')
}
