export { Component } from './ProceduresPage.tsx'
export { revalidatesNoSearch as shouldRevalidate } from '../../lib/revalidation.ts'
export { loadServices as loader } from './load-services.ts'
