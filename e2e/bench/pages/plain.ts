import { checkForm } from './read-form.ts'

/** The baseline without any library: server-rendered HTML and this script. */
const form = document.forms[0]
if (form === undefined) throw new Error('The page has no form')

function show(errors: ReadonlyMap<string, string>, only?: string): void {
  for (const shown of document.querySelectorAll<HTMLElement>('.error'))
    if (only === undefined || shown.dataset.for === only) shown.remove()
  for (const [name, message] of errors) {
    if (only !== undefined && name !== only) continue
    const line = document.createElement('p')
    line.className = 'error'
    line.dataset.for = name
    line.textContent = message
    document.getElementById(`w-${name}`)?.append(line)
  }
}

form.addEventListener('focusout', ({ target }) => {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) show(checkForm(form), target.name)
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  show(checkForm(form))
})
form.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return
  const template = document.querySelector<HTMLTemplateElement>(`template[data-if="${CSS.escape(target.name)}"]`)
  template?.nextElementSibling?.replaceChildren(...(target.checked ? [template.content.cloneNode(true)] : []))
})
