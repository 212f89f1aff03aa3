/** The files that no other one refers to: the form among the files that it is made of. */
export function unreferredFiles<Chosen extends { name: string; bytes: Uint8Array }>(
  files: readonly Chosen[],
): Chosen[] {
  const referred = files.flatMap(({ name, bytes }) =>
    namesIn(new TextDecoder().decode(bytes)).filter((other) => other !== name),
  )
  return files.filter(({ name }) => !referred.includes(name))
}

/** Texts of a JSON file that may be references to files beside it. */
function namesIn(json: string): string[] {
  return json.split('"').map((text) => text.replace(/^\.\//, '').replace(/#.*$/s, ''))
}
