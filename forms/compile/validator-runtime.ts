/** Run-time functions that ajv's compiled code calls, as source, so that a validator module imports nothing. */
const sources: { [name: string]: { identifier: string; source: string } } = {
  'ajv/dist/runtime/ucs2length': {
    identifier: 'codePoints',
    source: `function codePoints(text) {
  let count = 0;
  for (let i = 0; i < text.length; i++, count++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) i++;
  }
  return count;
}`,
  },
  'ajv/dist/runtime/equal': {
    identifier: 'equal',
    source: `function equal(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}`,
  },
}

export function runtimeSource(name: string): { identifier: string; source: string } {
  const known = Object.hasOwn(sources, name) ? sources[name] : undefined
  if (!known) throw new Error(`The validator would need ${name} at run time`)
  return known
}
