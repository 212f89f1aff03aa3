export { Component } from './pages/SettlementPage.tsx'
export { orderLoader as loader } from './order-loader.ts'
