export { Component } from './ProceduresPage.tsx'
export { loadServices as loader, revalidatesNoSearch as shouldRevalidate } from './load-services.ts'
