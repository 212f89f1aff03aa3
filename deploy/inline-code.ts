/** Hashes of the inline scripts and style of the document, for its content security policy. `npm run headers` writes this file. */
export const inlineCode = {
  script: "'sha256-9+imp3ryHHFID4XnBdywJWnjzPrR8V53hymJBAom1Fc='",
  tooOld: "'sha256-vcDegyS9rqVTpMDGF9mxfb3mCdqmDHhwojpl9YgldJ0='",
  style: "'sha256-eo1UKf6wsOAwoA/uKvu/F7LWLh0J3bplVjpEd2MZmRA='",
} as const
