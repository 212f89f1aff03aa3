export { Component } from './ProcedurePage.tsx'
export { loadServices as loader } from './load-services.ts'
