/** Formats of answers that a check of dates can read; a month has no weekday. */
export const dateFormats = {
  'date-range': ['date', 'date-time', 'month'],
  'working-day': ['date', 'date-time'],
} as const
