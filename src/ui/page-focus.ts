let due = false

/** After a navigation: the heading of the new page takes the focus, at once or as soon as it is rendered. */
export function requestPageFocus(): void {
  due = true
  focusPageTitle()
}

/** A page gives way to another at the same address, e.g. a form to its success: the next heading takes the focus. */
export function expectPageTitle(): void {
  due = true
  window.scrollTo(0, 0)
}

/** Called by the heading when it appears. */
export function focusPageTitle(): void {
  if (!due) return
  const title = document.querySelector<HTMLElement>('[data-page-title]')
  if (!title) return
  due = false
  title.focus({ preventScroll: true })
}
