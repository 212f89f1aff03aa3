/** Whether a worker comes from the folder of this site. */
export function isScriptOfSite(address: string): boolean {
  const folder = new URL('.', document.baseURI)
  const url = new URL(address, folder)
  return url.href.startsWith(folder.href) && url.pathname.endsWith('.js')
}
