/** The tenant of the demo, whose forms and services it shows. */
export const demoTenant = 'minato-city'
/** The file of every receipt and attachment, among those of the demo. */
export const sampleFile = 'scripts/demo/sample.pdf'
