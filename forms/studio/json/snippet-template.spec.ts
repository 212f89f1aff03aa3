import { describe, expect, it } from 'vitest'
import { snippetTemplate } from './snippet-template.ts'

describe('a snippet of the language server protocol', () => {
  it.each([
    ['"type": $1', '"type": ${1}'],
    ['"engine": ${1:1}', '"engine": ${1:1}'],
    ['"ui": {$1}$0', '"ui": \\{${1}\\}${0}'],
    ['"layout": "${1|steps,page|}"', '"layout": "${1:steps}"'],
    ['"\\$schema": "$1"', '"$schema": "${1}"'],
    ['"when": ${1:{"a": 1\\}}', '"when": ${1}\\{"a": 1\\}'],
  ])('%s becomes a template of the editor', (snippet, template) => {
    expect(snippetTemplate(snippet)).toBe(template)
  })
})
