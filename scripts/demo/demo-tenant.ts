/** The tenant of the demo, whose forms and services it shows. */
export const demoTenant = 'minato-city'
/** The file of every receipt, among those of the demo. */
export const receiptFile = 'scripts/demo/receipt.pdf'
