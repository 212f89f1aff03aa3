/** Loads the page again, e.g. for a form that needs a newer portal. The draft is kept in the browser. */
export function reloadPage(): void {
  window.location.reload()
}
