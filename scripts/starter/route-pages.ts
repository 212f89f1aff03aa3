import { parseAst } from 'vite'
import type { ESTree } from 'vite'

/** The page of a route: its module as imported, and the texts that it shows. */
export type RoutePage = { name: string; module: string; namespaces: readonly string[] }

/**
 * Reads `{ path: routePatterns.NAME.pattern, lazy: page(NAMESPACES, () => import('./Page.tsx')) }` from a module of
 * routes (after its types are removed). `lazy` may call a function of the module that calls `page`.
 */
export function routePagesIn(code: string): RoutePage[] {
  const program = parseAst(code)
  const lists = new Map<string, string[]>()
  const functions = new Map<string, Node>()
  const found: { name: string; lazy: Node }[] = []
  visit(program, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init?.type === 'ArrayExpression')
      lists.set(node.id.name, textsOf(node.init))
    if (node.type === 'FunctionDeclaration' && node.id !== null) functions.set(node.id.name, node)
    if (node.type !== 'ObjectExpression') return
    const name = routeName(valueOf(node, 'path'))
    const lazy = valueOf(node, 'lazy')
    if (name !== null && lazy !== null) found.push({ name, lazy })
  })
  return found.flatMap(({ name, lazy }) => {
    const call = callOf('page', lazy) ?? callOf('page', functions.get(calledName(lazy) ?? '') ?? lazy)
    const module = call === null ? null : importedIn(call)
    return call === null || module === null ? [] : [{ name, module, namespaces: listOf(call.arguments[0], lists) }]
  })
}

type Node = ESTree.Node

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, see)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function valueOf(object: ESTree.ObjectExpression, key: string): Node | null {
  for (const property of object.properties)
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === key)
      return property.value
  return null
}

/** The NAME of `routePatterns.NAME.pattern`. */
function routeName(node: Node | null): string | null {
  if (node?.type !== 'MemberExpression' || node.object.type !== 'MemberExpression') return null
  const { object, property } = node.object
  return object.type === 'Identifier' && object.name === 'routePatterns' && property.type === 'Identifier'
    ? property.name
    : null
}

function calledName(node: Node): string | null {
  return node.type === 'CallExpression' && node.callee.type === 'Identifier' ? node.callee.name : null
}

/** The first call of a function of this name in `node`. */
function callOf(name: string, node: Node): ESTree.CallExpression | null {
  const calls: ESTree.CallExpression[] = []
  visit(node, (inner) => {
    if (inner.type === 'CallExpression' && calledName(inner) === name) calls.push(inner)
  })
  return calls[0] ?? null
}

/** The argument of the first `import('…')` in `node`. */
function importedIn(node: Node): string | null {
  const sources: string[] = []
  visit(node, (inner) => {
    if (inner.type === 'ImportExpression' && inner.source.type === 'Literal') sources.push(String(inner.source.value))
  })
  return sources[0] ?? null
}

function listOf(node: Node | undefined, lists: ReadonlyMap<string, string[]>): string[] {
  if (node?.type === 'ArrayExpression') return textsOf(node)
  return node?.type === 'Identifier' ? (lists.get(node.name) ?? []) : []
}

function textsOf({ elements }: ESTree.ArrayExpression): string[] {
  return elements.flatMap((element) =>
    element?.type === 'Literal' && typeof element.value === 'string' ? [element.value] : [],
  )
}
