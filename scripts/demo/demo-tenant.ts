/** The tenant of the demo, whose forms and services it shows. */
export const demoTenant = 'minato-city'
