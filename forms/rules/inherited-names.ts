/** Names that every object inherits: validators and renderers would read the inherited value instead of the answer. */
export const inheritedNames: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
])

/** Whether a question or a step can have the name: it is a key in answers, and a property in the systems that get them. */
export function isQuestionName(name: string): boolean {
  return /^[a-z][A-Za-z0-9]{0,40}$/.test(name) && !inheritedNames.has(name)
}
