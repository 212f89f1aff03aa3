/**
 * The form that an upload contains. In a page test Node's own parser fails, because jsdom has replaced the class `File`
 * that it creates.
 */
export async function uploadedForm(request: Request): Promise<FormData> {
  const boundary = /boundary=(.+)$/.exec(request.headers.get('Content-Type') ?? '')?.[1]
  if (boundary === undefined) throw new Error('The upload names no boundary of its parts')
  const form = new FormData()
  // One character for each byte.
  const body = Buffer.from(await request.arrayBuffer()).toString('latin1')
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const headEnd = part.indexOf('\r\n\r\n')
    const head = Buffer.from(part.slice(0, headEnd), 'latin1').toString('utf8')
    const content = Buffer.from(part.slice(headEnd + 4, -2), 'latin1')
    const name = /; name="([^"]*)"/.exec(head)?.[1] ?? ''
    const fileName = /; filename="([^"]*)"/.exec(head)?.[1]
    if (fileName === undefined) form.append(name, content.toString('utf8'))
    else form.append(name, new File([content], fileName))
  }
  return form
}
