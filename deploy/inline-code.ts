/** Hashes of the inline scripts and style of the document, for its content security policy. `npm run headers` writes this file. */
export const inlineCode = {
  script: "'sha256-sseOtS70wemJvOytRbjtKrJkY4OK0FzUiK6Le+QyXdY='",
  tooOld: "'sha256-wkmhZn5NHYkXmlpLLxsINoKX5xqxceU0ER2i8L+i2BY='",
  style: "'sha256-Rbtthho6Jupq9ns590MfE7MPbJJ+hkoawOoES1qxMmo='",
} as const
