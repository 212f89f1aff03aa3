import { useText } from '../../i18n/use-text.ts'

/** The engine's texts; the page that shows a form loads the namespace. */
export const useEngineTexts = () => useText('form-engine')

export type EngineTexts = ReturnType<typeof useEngineTexts>
