import { createContext, use } from 'react'
import type { PortalConfig } from './config.ts'

export const ConfigContext = createContext<PortalConfig | null>(null)

/** The run-time configuration. @throws Error outside of the provider */
export function useConfig(): PortalConfig {
  const config = use(ConfigContext)
  if (!config) throw new Error('ConfigContext is missing')
  return config
}
