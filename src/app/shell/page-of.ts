/** A step of a form is a page, so is a view of the profile; other changes of the query, e.g. a filter, are not. */
export function pageOf({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search)
  return `${pathname}?${query.get('step') ?? ''}&${query.get('view') ?? ''}`
}
