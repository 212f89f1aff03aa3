/**
 * A snippet of the language server protocol as a template of CodeMirror: `$1` becomes `${1}`, of `${1|a,b|}` the first
 * choice is inserted. https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#snippet_syntax
 */
export function snippetTemplate(snippet: string): string {
  const token =
    /\\([$}\\|,])|\$(\d+)|\$\{(\d+)\}|\$\{(\d+)\|((?:\\.|[^|\\])*)\|\}|\$\{(\d+):((?:\\.|[^}\\])*)\}|([{}])/g
  return snippet.replace(
    token,
    (
      _all,
      escaped?: string,
      plain?: string,
      braced?: string,
      choice?: string,
      choices?: string,
      field?: string,
      text?: string,
      brace?: string,
    ) => {
      if (escaped !== undefined) return protect(escaped)
      if (brace !== undefined) return protect(brace)
      if (choice !== undefined) return fieldOf(choice, /^(?:\\.|[^,\\])*/.exec(choices ?? '')?.[0] ?? '')
      if (field !== undefined) return fieldOf(field, text ?? '')
      return `\${${plain ?? braced ?? ''}}`
    },
  )
}

/** Within a field CodeMirror allows no braces, so such a text follows the field. */
function fieldOf(number: string, written: string): string {
  const text = unescape(written)
  return /[{}]/.test(text) ? `\${${number}}${protect(text)}` : `\${${number}:${text}}`
}

function unescape(text: string): string {
  return text.replace(/\\([$}\\|,])/g, '$1')
}

/** CodeMirror removes the backslash of a brace. */
function protect(text: string): string {
  return text.replace(/[{}]/g, '\\$&')
}
