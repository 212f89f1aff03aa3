import type { RJSFSchema } from '@rjsf/utils'

/** A schema that no widget can show: the error boundary around the form shows a message. */
export function UnsupportedTemplate({ schema, reason }: { schema: RJSFSchema; reason?: string }): never {
  throw new Error(`The form engine cannot show ${JSON.stringify(schema)}${reason ? `: ${reason}` : ''}`)
}
