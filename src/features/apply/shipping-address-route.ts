export { Component } from './pages/ShippingAddressPage.tsx'
