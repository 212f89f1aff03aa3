import type { ListFilesParams } from '../../api/generated/api.schemas.ts'
import { pageSize } from '../../api/paging.ts'

export const fileParams: ListFilesParams = { limit: pageSize }
