import { useText } from '../../i18n/use-text.ts'

/** The engine's texts; the page that shows a form loads the namespace. */
export function useEngineTexts() {
  return useText('form-engine')
}

export type EngineTexts = ReturnType<typeof useEngineTexts>
