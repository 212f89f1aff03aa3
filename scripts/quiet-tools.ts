/** Environment variables for the tools: they send no usage data and do not announce newer versions. */
export const quietTools = {
  PACT_DO_NOT_TRACK: 'true',
  SCARF_ANALYTICS: 'false',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
} as const
