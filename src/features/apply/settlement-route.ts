export { Component } from './pages/SettlementPage.tsx'
