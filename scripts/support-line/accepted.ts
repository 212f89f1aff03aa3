/** Features that the build uses although a supported browser lacks them, each with that browser's behaviour. */
export const accepted: { [feature: string]: string } = {
  'AbortSignal.timeout': 'The data counts it from the version that reports TimeoutError; older ones end the wait, too.',
  'Error.captureStackTrace': 'axios asks whether it is there.',
  '.escape()': 'i18next calls a function of its own.',
  'accent-color': 'Boxes and radios keep the colour of the browser.',
  'content-visibility': 'Everything is drawn at once.',
  'field-sizing': 'A text area keeps its height and scrolls.',
  'navigator.connection': 'The library asks whether it is there.',
  'overscroll-behavior': 'What is missing in old versions concerns elements without a scroll bar.',
  resize: 'A text area on a phone keeps its height.',
  'text-size-adjust': 'Only browsers on phones enlarge text by themselves; Safari has it with its prefix.',
  'text-wrap': 'Headings wrap as any text.',
  'user-select': 'A receipt number is selected by hand instead of by one click.',
  'window.cookieStore': 'axios asks whether it is there.',
}
