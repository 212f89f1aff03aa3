import { operationsOf, resolved } from './openapi/document.ts'
import type { ApiDocument, MediaType, Operation, Reference } from './openapi/document.ts'

/** The API reference as one static page without scripts: operations by tag, schemas, error codes. */
export function apiReference(document: ApiDocument): string {
  const operations = operationsOf(document)
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  const { title, version, description } = document.info
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} ${escape(version)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escape(title)} <small>${escape(version)}</small></h1>${paragraphs(description)}</header>
<nav aria-label="Operations">${tags
    .map(
      (tag) =>
        `<h2>${escape(tag)}</h2><ul>${operations
          .filter((operation) => operation.tag === tag)
          .map(({ operationId }) => `<li><a href="#${operationId}">${operationId}</a></li>`)
          .join('')}</ul>`,
    )
    .join('')}</nav>
<main>
${operations.map((operation) => section(document, operation)).join('\n')}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas)
  .map(([name, schema]) => `<section><h3 id="schema-${name}">${name}</h3>${code(schema)}</section>`)
  .join('\n')}
</main>
</body>
</html>
`
}

function section(document: ApiDocument, operation: Operation): string {
  const { operationId, method, path, summary, description, status, owned, parameters, body, responses } = operation
  return `<section>
<h2 id="${operationId}">${operationId} <small>${status}</small></h2>
<p class="request"><b>${method}</b> <code>/app/web${escape(path)}</code>${owned ? ' · bearer token' : ''}</p>
<p>${escape(summary)}.</p>${description === undefined ? '' : paragraphs(description)}
<h3>Parameters</h3>
<table><tbody>${parameters
    .map(
      (parameter) =>
        `<tr><td><code>${parameter.name}</code></td><td>${parameter.in}${parameter.required === true ? ', required' : ''}</td><td>${link(parameter.schema)}</td></tr>`,
    )
    .join('')}</tbody></table>
${body === null ? '' : `<h3>Body</h3>${content(document, body.content)}`}
<h3>Answers</h3>
${[...responses]
  .map(
    ([
      code,
      response,
    ]) => `<details${code < 300 ? ' open' : ''}><summary><b>${code}</b> ${escape(response.description)} ${(
      response['x-codes'] ?? []
    )
      .map((value) => `<code>${value}</code>`)
      .join(' ')}</summary>
<p>${Object.keys(response.headers ?? {})
      .map((header) => `<code>${header}</code>`)
      .join(' ')}</p>${content(document, response.content ?? {})}</details>`,
  )
  .join('\n')}
</section>`
}

function content(document: ApiDocument, types: Record<string, MediaType>): string {
  return Object.entries(types)
    .map(([type, media]) => {
      const examples = Object.values(media.examples ?? {}).map((example) =>
        resolved<Reference | { value: unknown }>(document, example),
      )
      const values = [
        ...(media.example === undefined ? [] : [media.example]),
        ...examples.flatMap((example) => ('value' in example ? [example.value] : [])),
      ]
      return `<p><code>${type}</code> ${link(media.schema)}</p>${values.map(code).join('')}`
    })
    .join('')
}

function link(schema: unknown): string {
  const reference = typeof schema === 'object' && schema !== null && '$ref' in schema ? String(schema.$ref) : null
  if (reference === null) return `<code>${escape(JSON.stringify(schema) ?? '')}</code>`
  const name = reference.split('/').at(-1) ?? ''
  return `<a href="#schema-${name}">${name}</a>`
}

function code(value: unknown): string {
  const text = escape(JSON.stringify(value, null, 2))
  return `<pre>${text.replaceAll(/#\/components\/schemas\/(\w+)/g, '<a href="#schema-$1">$1</a>')}</pre>`
}

/** The small part of Markdown that the document uses: paragraphs, lists, code. */
function paragraphs(text: string): string {
  return text
    .trim()
    .split(/\n(?:\n|(?=\* ))/)
    .map((block) => (block.startsWith('* ') ? `<li>${inline(block.slice(2))}</li>` : `<p>${inline(block)}</p>`))
    .join('\n')
}

function inline(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

const style = `
body { font: 16px/1.7 system-ui, sans-serif; color: #1a1a1c; margin: 0 auto; max-width: 75rem; padding: 1.5rem; display: grid; grid-template-columns: 14rem 1fr; gap: 2rem; }
header { grid-column: 1 / -1; } nav { position: sticky; top: 1rem; align-self: start; max-height: 95vh; overflow: auto; font-size: .875rem; }
nav h2 { font-size: .875rem; margin: 1rem 0 0; } nav ul { margin: 0; padding-left: 1rem; } main { min-width: 0; }
h2 small, h1 small { font-size: .75rem; font-weight: normal; border: 1px solid #767676; border-radius: 4px; padding: 0 .4rem; }
pre { background: #f2f2f2; padding: .75rem; overflow: auto; font-size: .8125rem; line-height: 1.5; border-radius: 4px; } table { border-collapse: collapse; } td { border-top: 1px solid #d8d8db; padding: .25rem .75rem .25rem 0; vertical-align: top; }
a { color: #0017c1; } section { border-top: 1px solid #b4b4b7; } summary { cursor: pointer; padding: .25rem 0; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; max-height: none; } }
`
