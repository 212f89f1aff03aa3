/** Loads the page anew, e.g. for a form that needs a newer portal. The draft is kept beside the page. */
export function reloadPage(): void {
  window.location.reload()
}
