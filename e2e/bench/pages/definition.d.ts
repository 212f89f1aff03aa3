/** The definition that `forms build` made of the measured form; the baselines validate with it, too. */
declare module 'virtual:bench-definition' {
  const definition: unknown
  export default definition
}
