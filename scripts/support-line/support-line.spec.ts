import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Identifier } from '@mdn/browser-compat-data'
import { describe, expect, it } from 'vitest'
import { javascript, lacks } from './compatibility.ts'
import { formats } from '../../form-model/formats.ts'
import { patternParts, unsupportedParts, unsupportedText } from '../../forms/rules/pattern-syntax.ts'
import type { PatternPart } from '../../forms/rules/pattern-syntax.ts'
import { buildTargets, supportLine, supportedVersions } from './support-line.ts'

const patterns = javascript.regular_expressions
const patternData: { [part in PatternPart]: Identifier | undefined } = {
  lookbehind: patterns?.lookbehind_assertion,
  modifiers: patterns?.modifier,
  repeatedGroupName: patterns?.named_capturing_group?.duplicate_named_capturing_groups,
}

describe('the support line', () => {
  it('refuses an invalid entry', () => {
    expect(() => supportLine(['last 2 versions'])).toThrow('last 2 versions')
  })

  it('sets the target of the build, with the engines that other browsers share', () => {
    expect(buildTargets(supportLine(['ios_saf >= 16.4', 'chrome >= 111', 'and_chr >= 112']))).toEqual([
      'ios16.4',
      'chrome111',
    ])
  })

  it('decides which parts of a pattern the check of the forms reports', () => {
    const lacking = (Object.keys(patternParts) as PatternPart[]).filter(
      (part) => lacks(patternData[part], supportLine()).length > 0,
    )
    expect(lacking).toEqual(unsupportedParts)
  })

  it('covers the formats that a definition may name', () => {
    const wrong = Object.entries(formats).filter(([, { pattern }]) => unsupportedText(pattern) !== null)
    expect(wrong).toEqual([])
  })

  it('states the supported browsers in SECURITY.md in the words of users', () => {
    const promised = readFileSync(join(import.meta.dirname, '../../SECURITY.md'), 'utf8')
    expect(promised).toContain(`\nSupported browsers: ${supportedVersions().join(', ')}, and all later ones.`)
  })
})
