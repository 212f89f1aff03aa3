import type { Identifier } from '@mdn/browser-compat-data'
import { javascript } from './compatibility.ts'
import { patternParts } from '../../forms/rules/pattern-syntax.ts'
import type { PatternPart } from '../../forms/rules/pattern-syntax.ts'
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

/** The parts of regular expressions in the data of MDN. */
export const patternData: { [part in PatternPart]: Identifier | undefined } = {
  lookbehind: patterns?.lookbehind_assertion,
  modifiers: patterns?.modifier,
  repeatedGroupName: patterns?.named_capturing_group?.duplicate_named_capturing_groups,
}

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
  { name: 'lookbehind', is: hasPattern('lookbehind'), data: patternData.lookbehind },
  { name: 'group name used twice', is: hasPattern('repeatedGroupName'), data: patternData.repeatedGroupName },
  { name: 'flags inside a regular expression', is: hasPattern('modifiers'), data: patternData.modifiers },
  {
    name: 'regular expression with the flag v',
    is: (node) => patternOf(node)?.flags.includes('v') === true,
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

function hasPattern(part: PatternPart): (node: Syntax) => boolean {
  return (node) => {
    const pattern = patternOf(node)
    return pattern !== null && patternParts[part](pattern.source) !== null
  }
}

/** A regular expression as a literal, or as the constant text of `new RegExp(…)`, as in the validators of the forms. */
function patternOf({ regex, type, callee, arguments: args }: Syntax): { source: string; flags: string } | null {
  if (isRecord(regex)) return { source: String(regex.pattern), flags: String(regex.flags) }
  if (type !== 'NewExpression' && type !== 'CallExpression') return null
  if (!isRecord(callee) || callee.name !== 'RegExp' || !Array.isArray(args)) return null
  const source = textOf(args[0])
  return source === null ? null : { source, flags: textOf(args[1]) ?? '' }
}

function textOf(node: unknown): string | null {
  if (!isRecord(node)) return null
  if (typeof node.value === 'string') return node.value
  const [part, ...others] =
    node.type === 'TemplateLiteral' && Array.isArray(node.quasis) ? (node.quasis as unknown[]) : []
  if (others.length > 0 || !isRecord(part) || !isRecord(part.value)) return null
  return typeof part.value.cooked === 'string' ? part.value.cooked : null
}
