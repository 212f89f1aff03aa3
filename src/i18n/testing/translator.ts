import type { Language } from '../../lib/language.ts'
import type { Namespace } from '../catalogue.ts'
import { texts } from '../texts.ts'
import type { Text } from '../use-text.ts'

/** The texts of a namespace without a component. */
export function translator<Name extends Namespace>(language: Language, namespace: Name): Text<Name> {
  const t = texts.getFixedT<string>(language, namespace)
  return (key: string, values = {}) => t(key, values)
}
