// An error is about the number that was sent: it disappears once another one is typed.
const field = document.querySelector('[aria-invalid]')
const error = document.getElementById('number-error')
const [titleWithError, title] = [document.title, document.querySelector('h1')?.textContent ?? '']
field?.addEventListener('input', () => {
  const isSent = field.value === field.defaultValue
  field.setAttribute('aria-invalid', String(isSent))
  error.hidden = isSent === false
  document.title = isSent ? titleWithError : titleWithError.slice(titleWithError.indexOf(title))
})
