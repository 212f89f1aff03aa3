export { Component } from './pages/ShippingAddressPage.tsx'
export { orderLoader as loader } from './order-loader.ts'
