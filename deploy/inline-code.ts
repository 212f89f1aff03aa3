/** Hashes of the inline script and style of the document, for its content security policy. `npm run headers` writes this file. */
export const inlineCode = {
  script: "'sha256-FlZynX0IQI2ZeOHwngXiyKptpsXaOOKjVVhfk5DxeiY='",
  style: "'sha256-mk1sZ+rr+JVM1GSPIKnxZw9LglHfa9VVTBAx81zI4WM='",
} as const
