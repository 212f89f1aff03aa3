import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippet } from '@codemirror/autocomplete'
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { defaultKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import type { Diagnostic } from '@codemirror/lint'
import { search, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState } from '@codemirror/state'
import type { Text } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { changeBetween } from './file-text.ts'
import type { TextChange } from './file-text.ts'
import { explanationAt, offersAt } from './json-language.ts'
import type { DescriptionLanguage, Offer } from './json-language.ts'
import { snippetTemplate } from './snippet-template.ts'

export type Mark = { line: number; column: number; severity: 'error' | 'warning'; message: string }

export type EditorOptions = {
  parent: HTMLElement
  /** Name of the file in the form's folder, which decides what is offered. */
  file: string
  text: string
  /** Attributes of the editable element: its name and the id of its instructions. */
  attributes: { [name: string]: string }
  /** CodeMirror's own texts, by the English text. */
  phrases: { [english: string]: string }
  descriptions: DescriptionLanguage
  styleNonce: string
  /** Called with what the author changed, not with changes by `follow`. */
  onChange: (changes: TextChange[], line: number) => void
  /** Called when the cursor moves. */
  onCursor: (cursor: { line: number; column: number; offset: number }) => void
  onEscape: () => void
  onUndo: () => void
  onRedo: () => void
}

export type JsonEditor = {
  /** Shows a text that changed elsewhere; the cursor stays in its place of the text. */
  follow: (text: string) => void
  mark: (marks: readonly Mark[]) => void
  /** Moves the cursor to a place and shows it. */
  reveal: (place: { line: number; column: number } | { offset: number }, focus: boolean) => void
  cursor: () => number
  destroy: () => void
}

const followed = Annotation.define<true>()

const theme = EditorView.theme({
  '&': {
    blockSize: 'min(65vh, 44rem)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '4px',
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    fontSize: '0.875rem',
  },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    color: 'var(--mantine-color-dimmed)',
    backgroundColor: 'var(--mantine-color-body)',
    borderInlineEnd: '1px solid var(--mantine-color-default-border)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--mantine-color-default-hover)' },
  '.cm-tooltip, .cm-panels': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--mantine-color-default-border)',
  },
  '.cm-tooltip': { maxInlineSize: 'min(32rem, 90vw)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { minBlockSize: '24px', lineHeight: '24px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--mantine-color-white)',
    backgroundColor: 'var(--mantine-color-blue-8)',
  },
  '.cm-completionInfo, .cm-explanation': { whiteSpace: 'pre-wrap', padding: '0.4rem 0.6rem' },
  '.cm-button, .cm-textfield': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-default)',
    backgroundImage: 'none',
    minBlockSize: '24px',
    fontSize: '0.875rem',
  },
  '.cm-panel.cm-search [name=close]': { minInlineSize: '24px', minBlockSize: '24px', fontSize: '1.1rem' },
  '.cm-selectionBackground, ::selection': { backgroundColor: 'var(--studio-selection)' },
})

const highlighting = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: 'light-dark(#0b5394, #8ec5ff)' },
    { tag: tags.string, color: 'light-dark(#8a1c1c, #ffb3a7)' },
    { tag: tags.number, color: 'light-dark(#0a5c36, #8fe3b0)' },
    { tag: [tags.bool, tags.null], color: 'light-dark(#6b21a8, #d8b4fe)' },
  ]),
)

/** An editor of one JSON file. It has no history of its own: undo and redo are those of the whole form. */
export function createJsonEditor(options: EditorOptions): JsonEditor {
  const { parent, file, text, attributes, phrases, descriptions, styleNonce } = options
  const { onChange, onCursor, onEscape, onUndo, onRedo } = options
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(styleNonce),
        EditorState.phrases.of(phrases),
        EditorView.contentAttributes.of({ ...attributes, tabindex: '0' }),
        EditorView.lineWrapping,
        indentUnit.of(/\n([ \t]+)\S/.exec(text)?.[1] ?? '  '),
        lineNumbers(),
        lintGutter(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        bracketMatching(),
        closeBrackets(),
        search({ top: true }),
        json(),
        highlighting,
        theme,
        autocompletion({
          override: [(context) => complete(file, context, descriptions)],
          icons: false,
        }),
        hoverTooltip((shown, position) => explain(file, shown, position, descriptions)),
        EditorView.domEventHandlers({
          // The browser's own menu; the keys are those of the page.
          beforeinput({ inputType }) {
            if (inputType === 'historyUndo') onUndo()
            else if (inputType === 'historyRedo') onRedo()
            else return false
            return true
          },
          keydown({ key }) {
            if (key === 'Escape') onEscape()
            return false
          },
        }),
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...searchKeymap,
          ...lintKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of(({ docChanged, selectionSet, transactions, changes, startState, state }) => {
          const isOwn = transactions.some((transaction) => transaction.docChanged && !transaction.annotation(followed))
          if (docChanged && isOwn) {
            const made: TextChange[] = []
            changes.iterChanges((from, to, _start, _end, insert) => {
              made.push({ from, to, insert: insert.toString() })
            })
            onChange(made, startState.doc.lineAt(made[0]?.from ?? 0).number)
          }
          if (docChanged || selectionSet) onCursor(cursorOf(state))
        }),
      ],
    }),
  })
  return {
    follow(next) {
      const change = changeBetween(view.state.doc.toString(), next)
      if (change) view.dispatch({ changes: change, annotations: followed.of(true) })
    },
    mark(marks) {
      const diagnostics = marks.map((mark) => diagnosticOf(view.state.doc, mark))
      view.dispatch(
        setDiagnostics(
          view.state,
          diagnostics.toSorted((a, b) => a.from - b.from),
        ),
      )
    },
    reveal(place, focus) {
      const { doc } = view.state
      const anchor = 'offset' in place ? Math.min(place.offset, doc.length) : offsetOf(doc, place)
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
      if (focus) view.focus()
    },
    cursor: () => view.state.selection.main.head,
    destroy: () => view.destroy(),
  }
}

function cursorOf({ doc, selection }: EditorState): { line: number; column: number; offset: number } {
  const offset = selection.main.head
  const line = doc.lineAt(offset)
  return { line: line.number, column: offset - line.from + 1, offset }
}

function offsetOf(doc: Text, place: { line: number; column: number }): number {
  const line = doc.line(Math.max(1, Math.min(place.line, doc.lines)))
  return Math.min(line.from + place.column - 1, line.to)
}

/** Marks the text from the place of a finding to the end of its line. */
function diagnosticOf(doc: Text, { line, column, severity, message }: Mark): Diagnostic {
  const from = offsetOf(doc, { line, column })
  return { from, to: Math.max(from, doc.lineAt(from).to), severity, message }
}

/** What an author types within a key or a value. */
const word = /"?[\w:$@.-]*$/

async function complete(
  file: string,
  context: CompletionContext,
  descriptions: DescriptionLanguage,
): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context
  const line = state.doc.lineAt(pos)
  if (!explicit && (word.exec(line.text.slice(0, pos - line.from))?.[0] ?? '') === '') return null
  const offers = await offersAt(file, state.doc.toString(), pos, descriptions)
  const [first] = offers
  if (!first || context.aborted) return null
  return {
    from: first.from,
    options: offers.map((offer) => optionOf(offer, Math.max(0, offer.to - pos))),
    validFor: /^"?[\w:$@.-]*$/,
  }
}

/** `behind`: the number of characters after the cursor that the offer replaces. */
function optionOf({ label, filter, insert, isSnippet, description, order }: Offer, behind: number): Completion {
  return {
    label: filter,
    displayLabel: label,
    sortText: order,
    ...(description === '' ? {} : { info: description }),
    apply(view, completion, from, to) {
      const end = Math.min(to + behind, view.state.doc.length)
      if (isSnippet) snippet(snippetTemplate(insert))(view, completion, from, end)
      else
        view.dispatch({
          changes: { from, to: end, insert },
          selection: { anchor: from + insert.length },
          userEvent: 'input.complete',
        })
    },
  }
}

async function explain(file: string, view: EditorView, position: number, descriptions: DescriptionLanguage) {
  const found = await explanationAt(file, view.state.doc.toString(), position, descriptions)
  if (!found) return null
  return {
    pos: found.from,
    end: found.to,
    create() {
      const dom = document.createElement('div')
      dom.className = 'cm-explanation'
      dom.textContent = found.text
      return { dom }
    },
  }
}
