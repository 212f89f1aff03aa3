/** Hashes of the inline scripts and style of the document, for its content security policy. `npm run headers` writes this file. */
export const inlineCode = {
  script: "'sha256-sseOtS70wemJvOytRbjtKrJkY4OK0FzUiK6Le+QyXdY='",
  tooOld: "'sha256-vcDegyS9rqVTpMDGF9mxfb3mCdqmDHhwojpl9YgldJ0='",
  style: "'sha256-bXX+DVFfaPsi/7wrI6QtcsoFPkSMr0rg0QR73Rphkb4='",
} as const
