/** The validator that `forms build` made of the measured form; the baselines check with the same one. */
declare module 'virtual:bench-validator' {
  export const whole: {
    (answers: unknown): boolean
    errors?: { instancePath: string; keyword: string; params: { [name: string]: unknown } }[] | null
  }
}
