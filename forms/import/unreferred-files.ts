/** The files that no other one refers to: the form among the files that it is made of. */
export function unreferredFiles<Chosen extends { name: string; bytes: Uint8Array }>(
  files: readonly Chosen[],
): Chosen[] {
  const referred = files.flatMap(({ name, bytes }) =>
    namesIn(new TextDecoder().decode(bytes)).filter((other) => other !== name),
  )
  const isExample = (name: string) => files.some((one) => one.name !== name && exampleFileOf(one.name) === name)
  return files.filter(({ name }) => !referred.includes(name) && !isExample(name))
}

/** `x-example.json` beside `x-schema.json`: answers. */
export function exampleFileOf(schema: string): string {
  return schema.replace(/(?:[-.]schema)?\.json$/i, '-example.json')
}

/** Texts of a JSON file that may be references to files beside it. */
function namesIn(json: string): string[] {
  return json.split('"').map((text) => text.replace(/^\.\//, '').replace(/#.*$/s, ''))
}
