import type { Identifier } from '@mdn/browser-compat-data'
import { javascript } from './compatibility.ts'
import { isRecord } from '../../form-model/record.ts'

/** A feature by its name, with its places in the data of MDN. */
export type Feature = { name: string; nodes: (Identifier | undefined)[] }
/** A node of a parsed script (ESTree). */
export type Syntax = { type: string; [key: string]: unknown }

/** Syntax since ECMAScript 2020 that the node alone shows. Not top-level await, which needs the nodes around it. */
export function syntaxOf(node: Syntax): Feature[] {
  return newSyntax.filter(({ is }) => is(node)).map(({ name, data }) => ({ name, nodes: [data] }))
}

const { builtins, classes, operators, statements } = javascript
const patterns = javascript.regular_expressions

const newSyntax: { name: string; is: (node: Syntax) => boolean; data: Identifier | undefined }[] = [
  { name: '?.', is: isOfType('ChainExpression'), data: operators?.optional_chaining },
  { name: '??', is: hasOperator('??'), data: operators?.nullish_coalescing },
  { name: '??=', is: hasOperator('??='), data: operators?.nullish_coalescing_assignment },
  { name: '||=', is: hasOperator('||='), data: operators?.logical_or_assignment },
  { name: '&&=', is: hasOperator('&&='), data: operators?.logical_and_assignment },
  { name: 'class field', is: isOfType('PropertyDefinition'), data: classes?.public_class_fields },
  { name: 'private class member', is: isOfType('PrivateIdentifier'), data: classes?.private_class_fields },
  {
    name: '#member in object',
    is: (node) => hasOperator('in')(node) && isRecord(node.left) && node.left.type === 'PrivateIdentifier',
    data: classes?.private_class_fields_in,
  },
  { name: 'static block', is: isOfType('StaticBlock'), data: classes?.static?.initialization_blocks },
  { name: 'import attribute', is: isOfType('ImportAttribute'), data: statements?.import?.import_attributes },
  { name: 'using', is: declares('using'), data: statements?.using },
  { name: 'await using', is: declares('await using'), data: statements?.await_using },
  { name: 'lookbehind', is: hasPattern(/\(\?<[=!]/), data: patterns?.lookbehind_assertion },
  {
    name: 'group name used twice',
    is: hasGroupTwice,
    data: patterns?.named_capturing_group?.duplicate_named_capturing_groups,
  },
  { name: 'flags inside a regular expression', is: hasPattern(/\(\?[ims-]+:/), data: patterns?.modifier },
  {
    name: 'regular expression with the flag v',
    is: ({ regex }) => isRecord(regex) && String(regex.flags).includes('v'),
    data: builtins?.RegExp?.unicodeSets,
  },
]

function isOfType(type: string): (node: Syntax) => boolean {
  return (node) => node.type === type
}

function hasOperator(operator: string): (node: Syntax) => boolean {
  return (node) => node.operator === operator
}

function declares(kind: string): (node: Syntax) => boolean {
  return (node) => node.type === 'VariableDeclaration' && node.kind === kind
}

function hasGroupTwice({ regex }: Syntax): boolean {
  const names = isRecord(regex) ? [...String(regex.pattern).matchAll(/\(\?<([\w$]+)>/g)].map(([, name]) => name) : []
  return new Set(names).size < names.length
}

function hasPattern(part: RegExp): (node: Syntax) => boolean {
  return ({ regex }) => isRecord(regex) && part.test(String(regex.pattern))
}
