/** Features that the build uses although a supported browser lacks them, each with that browser's behaviour. */
export const accepted: { [feature: string]: string } = {
  'AbortSignal.timeout':
    'The data counts it from the version that reports TimeoutError; older ones end the wait as well.',
  'Error.captureStackTrace': 'axios checks whether it exists.',
  '.escape()': 'i18next calls its own function.',
  'accent-color': 'Checkboxes and radio buttons keep the colour of the browser.',
  'content-visibility': 'Everything is rendered at once.',
  'document.prerendering': 'A browser without prerendering never shows a page that was.',
  'field-sizing': 'A text area keeps its height and scrolls.',
  'navigator.connection': 'The library checks whether it exists.',
  'performance.interactionCount': 'web-vitals counts interactions itself.',
  'overscroll-behavior': 'Parts missing in old versions concern elements without a scroll bar.',
  resize: 'A text area on a phone keeps its height.',
  'text-size-adjust': 'Only browsers on phones enlarge text automatically; Safari supports it with its prefix.',
  'text-wrap': 'Headings wrap like any text.',
  'user-select': 'A receipt number is selected by hand instead of by one click.',
  'window.cancelIdleCallback': 'web-vitals uses clearTimeout.',
  'window.cookieStore': 'axios checks whether it exists.',
  'window.requestIdleCallback': 'A timer is used.',
}
