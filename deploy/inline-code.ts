/** Hashes of the inline scripts and style of the document, for its content security policy. `npm run headers` writes this file. */
export const inlineCode = {
  script: "'sha256-28SholJJAAJvr8RF2Rj4qwpRGz2GIMQkr7kVAY6zD3o='",
  tooOld: "'sha256-vcDegyS9rqVTpMDGF9mxfb3mCdqmDHhwojpl9YgldJ0='",
  style: "'sha256-eo1UKf6wsOAwoA/uKvu/F7LWLh0J3bplVjpEd2MZmRA='",
} as const
