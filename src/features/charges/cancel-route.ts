export { Component } from './CancelPage.tsx'
export { chargeLoader as loader } from './charge-loader.ts'
