/** Hashes of the inline scripts and style of the document, for its content security policy. `npm run headers` writes this file. */
export const inlineCode = {
  script: "'sha256-XiifJvOl/PYy47W0CqMp4vzUgK3mJuc8/crITarW6Yc='",
  tooOld: "'sha256-wkmhZn5NHYkXmlpLLxsINoKX5xqxceU0ER2i8L+i2BY='",
  style: "'sha256-fMR9UGtiLugRPJqqjRlxKIsBkl8n14yfQTxJqbJEXtc='",
} as const
