import { useEffect, useState } from 'react'
import type { FormFiles } from '../../edit/commands.ts'
import { studioHost } from '../studio-host.ts'

/** The files of a tenant in the published folder, which may have come from elsewhere; null until they are read. */
export function usePublishedTenant(tenantId: string): FormFiles | null {
  const [files, setFiles] = useState<FormFiles | null>(null)
  useEffect(() => {
    let isCurrent = true
    studioHost()
      .publishedTenant(tenantId)
      .then((found) => isCurrent && setFiles(found), reportError)
    return () => {
      isCurrent = false
    }
  }, [tenantId])
  return files
}
