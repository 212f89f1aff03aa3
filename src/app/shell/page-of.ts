/**
 * A step of a form counts as a page, and so does a view of the profile; other changes of the query, e.g. a filter, do
 * not.
 */
export function pageOf({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search)
  return `${pathname}?${query.get('step') ?? ''}&${query.get('view') ?? ''}`
}
