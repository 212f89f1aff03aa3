import { join, relative } from 'node:path'
import {
  isFunctionDeclaration,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxText,
} from 'typescript/unstable/ast/is'
import type { JsxChild, JsxElement, JsxFragment, Node, SourceFile } from 'typescript/unstable/ast'
import { API, TypeFlags } from 'typescript/unstable/sync'
import type { Checker, Project, Type } from 'typescript/unstable/sync'
import { afterAll, describe, expect, it } from 'vitest'

/**
 * Translators of browsers replace text nodes, and React keeps the replaced ones: inserting an element before such a
 * node, or removing it, throws and loses the page, and a new text goes unseen
 * (https://github.com/facebook/react/issues/11538). If a text is the only child of its element, React has no node for
 * it and writes the content of the element. So every text is the only child of an element: this needs no reasoning
 * about which of its neighbours can change. White space is exempt, because translators leave it alone.
 */
const root = join(import.meta.dirname, '..')
const portal = join(root, 'tsconfig.json')
const examples = join(root, 'src/lone-texts/tsconfig.json')
const example = join(root, 'src/lone-texts/example.tsx')

const bad = {
  'text after a conditional element': '<button>{busy && <i />}{text}</button>',
  'children that may be a text': '<button>{busy && <i />}{children}</button>',
  'conditional text': '<p><i />{busy && text}</p>',
  'two texts': '<p>{text}: {count}</p>',
  'text after a space': '<p> {text}</p>',
  'text in a fragment': '<p>{busy && <>{text}</>}</p>',
  'text in a fragment with a key': '<p>{list.map((name) => <Fragment key={name}>{name}</Fragment>)}</p>',
  'number instead of an element': '<p><i />{count && <b />}</p>',
  'list of texts': '<p>{list}</p>',
  'content that may be a list of texts': '<p>{children}</p>',
  'component without an element': '<p><Text text={text} /></p>',
}

const good = {
  'text alone': '<p>{text}</p>',
  'content alone': '<p>{content}</p>',
  'children of a provider': '<Provider value={text}>{children}</Provider>',
  'one of two texts': "<p>{busy ? 'a' : text}</p>",
  'text in an element': '<button>{busy && <i />}<span>{text}</span></button>',
  'conditional element': '<p>{text !== "" && <b />} {busy ? <i /> : null}</p>',
  'children that are elements': '<div>{busy && <i />}{elements}</div>',
  'list of elements': '<ul><li />{list.map((name) => <li key={name}>{name}</li>)}</ul>',
}

const declarations = `
  import { createContext, Fragment } from 'react'
  import type { ReactNode } from 'react'
  import type { Content, Elements } from '../ui/elements.ts'
  declare const busy: boolean, text: string, count: number, list: string[], children: ReactNode, content: Content, elements: Elements
  const Provider = createContext('')
`
const returnsText = 'function Text({ text }: { text: string }) { return text }'

const unusedAllowed = { compilerOptions: { noUnusedLocals: false } }

let shown = ''
const api = new API({
  cwd: root,
  fs: {
    fileExists: (file) => (file === examples || file === example ? true : undefined),
    readFile: (file) =>
      file === examples
        ? JSON.stringify({ ...unusedAllowed, extends: '../../tsconfig.json', include: [], files: ['example.tsx'] })
        : file === example
          ? shown
          : undefined,
  },
})
afterAll(() => api.close())

describe('texts on the screen', () => {
  it('every text on the screen is the only child of its element', () => {
    const { program, checker } = open(portal)
    const files = program
      .getSourceFileNames()
      .map((file) => relative(root, file))
      .filter((file) => /^(src|forms)\/.*\.tsx$/.test(file) && !/\.spec\.tsx$|\/testing\//.test(file))
    expect(files.length).toBeGreaterThan(150)
    const wrong = files.flatMap((file) =>
      besideOthers(program.getSourceFile(join(root, file)), checker).map((place) => `${file}:${place}`),
    )
    expect(
      wrong,
      'Put the text into an element of its own. If it is the `children` of a component, give it an element there, or ' +
        'the types of src/ui/elements.ts, which make the callers do it.',
    ).toEqual([])
  })

  it.each(Object.entries(bad))('the rule refuses a text as %s', (name, jsx) => {
    expect(inExample(jsx, name === 'component without an element')).not.toEqual([])
  })

  it.each(Object.entries(good))('the rule accepts a text as %s', (_name, jsx) => {
    expect(inExample(jsx)).toEqual([])
  })
})

function open(config: string): Project {
  const changed = config === examples ? { fileChanges: { changed: [example] } } : {}
  const project = api.updateSnapshot({ openProjects: [config], ...changed }).getProject(config)
  if (!project) throw new Error(`TypeScript has not opened ${config}`)
  return project
}

function inExample(jsx: string, withText = false): string[] {
  shown = `${declarations}\n${withText ? returnsText : ''}\nexport const shown = ${jsx}`
  const { program, checker } = open(examples)
  const errors = program.getSemanticDiagnostics(example)
  expect(errors.map(({ text }) => text)).toEqual([])
  return besideOthers(program.getSourceFile(example), checker)
}

/** The places of texts that are not alone, and of components that return a text. */
function besideOthers(source: SourceFile | undefined, checker: Checker): string[] {
  if (!source) throw new Error('TypeScript has not read the file')
  const found: string[] = []
  const report = (node: Node) => {
    const before = source.text.slice(0, node.end - source.text.slice(node.pos, node.end).trimStart().length)
    found.push(`${before.split('\n').length} ${source.text.slice(before.length, node.end).split('\n')[0]}`)
  }
  const visit = (node: Node, parent: Node | null): void => {
    if ((isJsxElement(node) || isJsxFragment(node)) && !(isFragment(node) && isJsx(parent))) {
      const children = childrenOf(node)
      const isAlone = children.length === 1 && !isFragment(node) && node.children.some((child) => child === children[0])
      for (const child of children) {
        const kind = kindOf(child, checker)
        const isLoneText = isAlone && (kind === 'text' || (kind === 'node' && !isOfBrowser(node)))
        if (kind !== 'elements' && !isLoneText) report(child)
      }
    }
    if (isFunctionDeclaration(node) && /^[A-Z]/.test(node.name?.text ?? '')) {
      const signature = checker.getSignatureFromDeclaration(node)
      const returned = signature && checker.getReturnTypeOfSignature(signature)
      if (returned && kindOfType(returned, checker) !== 'elements') report(node)
    }
    node.forEachChild((child) => visit(child, node))
  }
  visit(source, null)
  return found
}

function isJsx(node: Node | null): boolean {
  return node !== null && (isJsxElement(node) || isJsxFragment(node))
}

function isFragment(node: Node): boolean {
  if (isJsxFragment(node)) return true
  return isJsxElement(node) && 'text' in node.openingElement.tagName && node.openingElement.tagName.text === 'Fragment'
}

function isOfBrowser(node: JsxElement | JsxFragment): boolean {
  if (isJsxFragment(node)) return false
  const { tagName } = node.openingElement
  return 'text' in tagName && /^[a-z]/.test(tagName.text)
}

/** What React gets as children, without fragments. */
function childrenOf(parent: JsxElement | JsxFragment): JsxChild[] {
  return parent.children.flatMap((child) => {
    if ((isJsxElement(child) || isJsxFragment(child)) && isFragment(child)) return childrenOf(child)
    const isNothing = isJsxText(child)
      ? child.containsOnlyTriviaWhiteSpaces
      : isJsxExpression(child) && child.expression === undefined
    return isNothing ? [] : [child]
  })
}

/** A `node` is a `ReactNode`, which may be a list of texts: only a component that hands it on may have it. */
type Kind = 'elements' | 'text' | 'node' | 'texts'

function kindOf(child: JsxChild, checker: Checker): Kind {
  if (isJsxText(child)) return child.text.trim() === '' ? 'elements' : 'text'
  if (!isJsxExpression(child) || child.expression === undefined) return 'elements'
  const type = checker.getTypeAtLocation(child.expression)
  return type === undefined ? 'text' : kindOfType(type, checker)
}

function kindOfType(type: Type, checker: Checker): Kind {
  if (type.isUnionType()) {
    const kinds = type.getTypes().map((one) => kindOfType(one, checker))
    return (['texts', 'node', 'text'] as const).find((kind) => kinds.includes(kind)) ?? 'elements'
  }
  if (type.isStringLiteralType()) return type.value.trim() === '' ? 'elements' : 'text'
  const { Any, Unknown, StringLike, NumberLike, BigIntLike } = TypeFlags
  if (type.flags & (Any | Unknown | StringLike | NumberLike | BigIntLike)) return 'text'
  if (type.getSymbol()?.name === 'Iterable') return 'node'
  if (!checker.isArrayLikeType(type) || !type.isTypeReference()) return 'elements'
  const isOfElements = checker.getTypeArguments(type).every(
    // The list of the type `Elements` contains itself.
    (one) => one.getAliasSymbol()?.name === 'Elements' || kindOfType(one, checker) === 'elements',
  )
  return isOfElements ? 'elements' : 'texts'
}
