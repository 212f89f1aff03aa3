import type { ExampleParts } from '../rules/example-form.ts'
import type { RuleId } from '../source/rule-list.ts'

export type HostileDefinition = {
  parts: ExampleParts
  /** The rule that must find it, and the text at the finding; `null` = harmless, the check finds nothing. */
  found: { rule: RuleId; file?: string; at: string } | null
}

function nest(depth: number, inner: string): string {
  return '{"a":'.repeat(depth) + inner + '}'.repeat(depth)
}
function list(count: number, item: (index: number) => string) {
  return Array.from({ length: count }, (_, index) => item(index)).join(',')
}
function schema(text: string, rule: RuleId, at: string): HostileDefinition {
  return {
    parts: { schema: text },
    found: { rule, at },
  }
}
function pattern(source: string, rule: RuleId): HostileDefinition {
  const written = JSON.stringify(source)
  return schema(`{ "type": "string", "maxLength": 99, "pattern": ${written} }`, rule, written)
}
function whole(text: string, rule: RuleId, at: string): HostileDefinition {
  return {
    parts: { files: { 'form.json': text } },
    found: { rule, file: 'form.json', at },
  }
}
function named(name: string): HostileDefinition {
  return schema(
    `{ "type": "object", "properties": { "${name}": { "type": "string", "maxLength": 9 } } }`,
    'forbidden-name',
    `"${name}": {`,
  )
}
function layout(text: string, rule: RuleId, at: string): HostileDefinition {
  return {
    parts: { ui: text },
    found: { rule, at },
  }
}
function defs(text: string) {
  return [
    {
      file: 'form.json',
      from: '"type": "object",\n        "properties": {\n',
      to: `"$defs": ${text}, "type": "object", "properties": {\n`,
    },
  ]
}
function japanese(text: string, rule: RuleId, at: string): HostileDefinition {
  return {
    parts: { ja: text },
    found: { rule, file: 'texts.ja.json', at },
  }
}
function deep(levels: number): string {
  return levels === 0 ? '{ "type": "boolean" }' : `{ "type": "object", "properties": { "a": ${deep(levels - 1)} } }`
}
const doubling = `{ ${list(20, (index) => `"d${index}": { "type": "object", "properties": { "x": { "$ref": "#/$defs/d${index + 1}" }, "y": { "$ref": "#/$defs/d${index + 1}" } } }`)}, "d20": { "type": "boolean" } }`
function form(rest: string) {
  return `{ "engine": 1, "steps": [{ "id": "a", "schema": { "type": "object", "properties": { "b": { "type": "boolean" } } } }]${rest} }`
}

/** Definitions that attack the tool, the portal or their users (matrix D). */
export const hostileDefinitions: { [name: string]: HostileDefinition } = {
  'a file cut off in the middle': whole('{ "engine": 1, "steps": [{ "id": "a", "sch', 'syntax', '"sch'),
  'an empty file': whole('', 'syntax', ''),
  'a page of HTML': whole('<!DOCTYPE html><title>404</title>', 'syntax', '<'),
  'a list instead of a form': whole('[]', 'wrong-value', '['),
  'a number instead of a form': whole('42', 'wrong-value', '42'),
  'null instead of a form': whole('null', 'wrong-value', 'null'),
  comments: whole(`{ // note\n${form('').slice(1)}`, 'syntax', '// note'),
  'NaN as a value': whole('{ "engine": NaN, "steps": [] }', 'syntax', 'NaN'),
  '10,000 open brackets': whole('['.repeat(150) + '{"deep":'.repeat(10_000), 'too-deep', '{"deep":'),
  '140 nested groups': whole(nest(140, '1'), 'unknown-key', '"a":'),
  'a second `steps` that replaces the first': whole(form(', "steps": []'), 'duplicate-key', '"steps": []'),
  'a schema nested 30 deep': schema(deep(30), 'too-deep', deep(10)),
  '30 nested conditions': schema(
    `{ "type": "object", "properties": { "x": { "type": "boolean" } }, ${list(30, (index) => `"if": { "required": ["x"], "minProperties": ${index} }, "then": { `).replaceAll('{ ,', '{ ')}"required": ["x"]${' }'.repeat(30)} }`,
    'too-deep',
    '{ "required": ["x"], "minProperties": 19 }',
  ),
  '2,000 fields': whole(
    `{ "engine": 1, "steps": [{ "id": "a", "schema": { "type": "object", "properties": { ${list(2000, (index) => `"f${index}": { "type": "boolean" }`)} } } }] }`,
    'too-many-fields',
    '{ "engine"',
  ),
  '5,000 choices': schema(`{ "enum": [${list(5000, (index) => `"${index}"`)}] }`, 'too-many-choices', '["0"'),
  '3,000 entries from the start': schema(
    '{ "type": "array", "minItems": 3000, "maxItems": 5000, "items": { "type": "boolean" } }',
    'too-many-entries',
    '3000',
  ),
  'references that double twenty times': {
    parts: { schema: '{ "$ref": "#/$defs/d0" }', edit: defs(doubling) },
    found: { rule: 'too-many-fields', at: '{ "type": "object", "properties": { "x": { "$ref": "#/$defs/d18" }' },
  },
  'a reference to itself': {
    parts: { schema: '{ "$ref": "#/$defs/a" }', edit: defs('{ "a": { "$ref": "#/$defs/a" } }') },
    found: { rule: 'endless-ref', at: '"#/$defs/a" } }' },
  },
  'a group that contains itself': {
    parts: {
      schema: '{ "$ref": "#/$defs/a" }',
      edit: defs('{ "a": { "type": "object", "properties": { "again": { "$ref": "#/$defs/a" } } } }'),
    },
    found: { rule: 'endless-ref', at: '"#/$defs/a" } } } }' },
  },
  'a list that must contain itself': {
    parts: {
      schema: '{ "$ref": "#/$defs/a" }',
      edit: defs('{ "a": { "type": "array", "minItems": 1, "maxItems": 2, "items": { "$ref": "#/$defs/a" } } }'),
    },
    found: { rule: 'endless-ref', at: '"#/$defs/a" } } }' },
  },
  'the whole step inside itself': schema('{ "$ref": "#" }', 'endless-ref', '"#"'),
  'a part from another host': schema(
    '{ "$ref": "https://evil.test/part.json" }',
    'remote-ref',
    '"https://evil.test/part.json"',
  ),
  'a part from a host without a protocol': schema(
    '{ "$ref": "//evil.test/part.json" }',
    'remote-ref',
    '"//evil.test/part.json"',
  ),
  'a part by a file address': schema('{ "$ref": "file:///etc/hosts" }', 'remote-ref', '"file:///etc/hosts"'),
  'a file outside the form': schema('{ "$ref": "/etc/hostname" }', 'outside-ref', '"/etc/hostname"'),
  'a file far above the form': schema('{ "$ref": "../../../../../../../../etc/hostname" }', 'outside-ref', '"../../'),
  'a reference with a broken escape': schema('{ "$ref": "#/%E0%A4%A" }', 'missing-ref', '"#/%E0%A4%A"'),
  'an exponential pattern': pattern('^(a+)+$', 'slow-pattern'),
  'an overlapping choice in a pattern': pattern('^(a|a)*$', 'slow-pattern'),
  'a slow look-ahead': pattern('^(?=(a+)+$)', 'slow-pattern'),
  'a slow pattern of e-mail': pattern('^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$', 'slow-pattern'),
  'an invalid pattern': pattern('[', 'invalid-pattern'),
  'a slow pattern of names': {
    parts: { schema: '{ "type": "object", "patternProperties": { "^(x+)+$": { "type": "boolean" } } }' },
    found: { rule: 'slow-pattern', at: '{ "^(x+)+$"' },
  },
  'a field __proto__': named('__proto__'),
  'a field constructor': named('constructor'),
  'a field hasOwnProperty': named('hasOwnProperty'),
  'a step __proto__': {
    parts: { edit: [{ file: 'form.json', from: '"id": "details"', to: '"id": "__proto__"' }] },
    found: { rule: 'wrong-value', at: '"__proto__"' },
  },
  'a step constructor': {
    parts: { edit: [{ file: 'form.json', from: '"id": "details"', to: '"id": "constructor"' }] },
    found: { rule: 'forbidden-name', at: '"constructor"' },
  },
  '__proto__ as a key of the form': whole(form(', "__proto__": { "polluted": true }'), 'unknown-key', '"__proto__"'),
  'a format of every object': schema('{ "type": "string", "format": "toString" }', 'unknown-format', '"toString"'),
  'a widget of every object': layout('{ "ui:widget": "constructor" }', 'unknown-widget', '"constructor"'),
  'a keyword of every object': schema('{ "type": "boolean", "valueOf": 1 }', 'unknown-keyword', '"valueOf"'),
  'markdown in help': layout(
    '{ "ui:enableMarkdownInDescription": true }',
    'unknown-key',
    '"ui:enableMarkdownInDescription"',
  ),
  'a component of its own': layout('{ "ui:field": "LayoutGridField" }', 'unknown-key', '"ui:field"'),
  'an image in a label': japanese('{ "label": "![](https://evil.test/pixel.gif)項目" }', 'text-markup', '"![]'),
  'a script in help': japanese('{ "label": "項目", "help": "<script>alert(1)</script>" }', 'text-markup', '"<script>'),
  'a link that runs a program': japanese(
    '{ "label": "項目", "help": "[見る](javascript:alert(1))" }',
    'text-markup',
    '"[見る]',
  ),
  'a label that changes the text direction': japanese('{ "label": "項目\u202e目項" }', 'text-invisible', '"項目\u202e'),
  'a label with an invisible direction mark': japanese('{ "label": "項目\u200f" }', 'text-invisible', '"項目\u200f'),
  'a label of 10,000 characters': japanese(`{ "label": "${'あ'.repeat(10_000)}" }`, 'wrong-value', '"あああ'),
  'a consent that any answer satisfies': {
    parts: {
      schema: '{ "type": "boolean" }',
      edit: [
        {
          file: 'form.json',
          from: '"required": ["name", "kind", "count"]',
          to: '"required": ["name", "kind", "count", "field"]',
        },
      ],
    },
    found: { rule: 'consent-not-required', at: '{ "type": "boolean" }' },
  },
  'a required field that does not exist': schema(
    '{ "type": "object", "properties": { "a": { "type": "boolean" } }, "required": ["b"] }',
    'required-unknown',
    '"b"]',
  ),
  'a list of properties': schema('{ "type": "object", "properties": ["a"] }', 'wrong-value', '["a"]'),
  'a text instead of required names': schema('{ "type": "object", "required": "a" }', 'wrong-value', '"a" }'),
  'a group of choices': schema('{ "enum": { "a": 1 } }', 'wrong-value', '{ "a": 1 }'),
  'a text instead of a schema': schema('{ "type": "array", "items": "string" }', 'wrong-value', '"string" }\n'),
  'a negative length': schema('{ "type": "string", "maxLength": -1 }', 'wrong-value', '-1'),
  'a length of 1e400': schema('{ "type": "string", "maxLength": 1e400 }', 'wrong-value', '1e400'),
  'an $id that claims to be the meta-schema': {
    parts: { schema: '{ "$id": "http://json-schema.org/draft-07/schema#", "type": "string", "maxLength": 9 }' },
    found: null,
  },
  'a constant outside its own choices': schema(
    '{ "type": "string", "enum": ["a", "b"], "const": "c" }',
    'impossible-choice',
    '"c" }',
  ),
  'a constant that reads other data': schema(
    '{ "const": { "$data": "/applicant/name" } }',
    'unusable-choice',
    '{ "$data": "/applicant/name" }',
  ),
  'a lone surrogate as a name': schema(
    '{ "type": "object", "properties": { "\\ud800": { "type": "strin" } } }',
    'unknown-type',
    '"strin"',
  ),
  'a fee beyond any amount of money': {
    parts: { edit: [{ file: 'form.json', from: '"amount": 300', to: '"amount": 1e300' }] },
    found: { rule: 'fee-amount', at: '1e300' },
  },
  'a fee looked up in every object': {
    parts: {
      edit: [
        { file: 'form.json', from: '"amount": 300', to: '"amount": { "byAnswer": "applicant/kind", "table": {} }' },
      ],
    },
    found: { rule: 'fee-amount-missing', at: '{} }' },
  },
  'a step that depends on itself': {
    parts: { edit: [{ file: 'form.json', from: '"required": ["applicant"]', to: '"required": ["details"]' }] },
    found: { rule: 'late-condition', at: '{\n        "properties": { "applicant"' },
  },
  'a path to a parent folder': {
    parts: { edit: [{ file: 'form.json', from: '"field": "applicant/day"', to: '"field": "../../applicant/day"' }] },
    found: { rule: 'unknown-path', at: '"../../applicant/day"' },
  },
}
