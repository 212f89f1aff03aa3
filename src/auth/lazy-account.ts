import type { Account } from './cognito-account.ts'

/** The account behind a loader: every call waits for the identity provider's chunk, then asks. */
export function lazyAccount(ask: <T>(question: (account: Account) => Promise<T>) => Promise<T>): Account {
  return {
    updatePassword: (...input) => ask((account) => account.updatePassword(...input)),
    attributes: () => ask((account) => account.attributes()),
    updateAttributes: (...input) => ask((account) => account.updateAttributes(...input)),
    deleteAttributes: (...input) => ask((account) => account.deleteAttributes(...input)),
    sendAttributeCode: (...input) => ask((account) => account.sendAttributeCode(...input)),
    confirmAttribute: (...input) => ask((account) => account.confirmAttribute(...input)),
    factors: () => ask((account) => account.factors()),
    setFactor: (...input) => ask((account) => account.setFactor(...input)),
    setUpTotp: () => ask((account) => account.setUpTotp()),
    verifyTotp: (...input) => ask((account) => account.verifyTotp(...input)),
    devices: () => ask((account) => account.devices()),
    rememberDevice: () => ask((account) => account.rememberDevice()),
    forgetDevice: (...input) => ask((account) => account.forgetDevice(...input)),
    forgetAllDevices: () => ask((account) => account.forgetAllDevices()),
    deleteUser: () => ask((account) => account.deleteUser()),
  }
}
