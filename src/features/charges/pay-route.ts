export { Component } from './PayPage.tsx'
export { chargeLoader as loader } from './charge-loader.ts'
