/** Environment of the tools: none of them reports how it is used, or that a newer version exists. */
export const quietTools = {
  PACT_DO_NOT_TRACK: 'true',
  SCARF_ANALYTICS: 'false',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
} as const
