import type { RJSFSchema } from '@rjsf/utils'

/** A schema that says nothing about how to ask: the form cannot be shown, and the boundary around it says so. */
export function UnsupportedTemplate({ schema, reason }: { schema: RJSFSchema; reason?: string }): never {
  throw new Error(`The form engine cannot show ${JSON.stringify(schema)}${reason ? `: ${reason}` : ''}`)
}
