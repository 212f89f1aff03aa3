/** Names that every object inherits: validators and renderers would read the inherited value instead of the answer. */
export const inheritedNames: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
])
