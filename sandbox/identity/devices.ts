import { randomBytes, randomUUID } from 'node:crypto'
import type { IdentityContext } from './context.ts'
import { IdentityError } from './identity-error.ts'
import type { DeviceRecord } from './records.ts'

/** The exact message that Amplify expects: it then drops its key and repeats the request with the same Session. */
function unknownDevice() {
  return new IdentityError('ResourceNotFoundException', 'Device does not exist.')
}

export function findDevice(context: IdentityContext, username: string, deviceKey: string): DeviceRecord {
  const device = context.store.read('devices', deviceKey)
  if (!device || device.username !== username) throw unknownDevice()
  return device
}

export function saveDevice(context: IdentityContext, device: DeviceRecord): void {
  context.store.write('devices', device.deviceKey, device, { owner: device.username })
}

/** Offers the client a key of its own; ConfirmDevice turns it into a device. */
export function offerDevice(context: IdentityContext, username: string): DeviceRecord {
  const now = context.now()
  const device: DeviceRecord = {
    deviceKey: `${context.region}_${randomUUID()}`,
    deviceGroupKey: `-${randomBytes(4).toString('hex')}`,
    username,
    name: '',
    remembered: false,
    createdAt: now,
    updatedAt: now,
    lastAuthenticatedAt: now,
  }
  saveDevice(context, device)
  return device
}

/** Salt and verifier arrive in base64 of Java's BigInteger bytes. */
export function confirmDevice(
  context: IdentityContext,
  device: DeviceRecord,
  name: string,
  salt: string,
  verifier: string,
): void {
  const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex')
  saveDevice(context, {
    ...device,
    name,
    password: { salt: hex(salt), verifier: hex(verifier) },
    updatedAt: context.now(),
  })
}

export function confirmedDevices(context: IdentityContext, username: string): DeviceRecord[] {
  return context.store.owned('devices', username).filter((device) => device.password !== undefined)
}

function seconds(millis: number) {
  return Math.floor(millis / 1000)
}

export function deviceAnswer(device: DeviceRecord) {
  return {
    DeviceKey: device.deviceKey,
    DeviceAttributes: [
      { Name: 'device_status', Value: 'valid' },
      { Name: 'device_name', Value: device.name },
      { Name: 'dev:device_remembered_status', Value: device.remembered ? 'remembered' : 'not_remembered' },
    ],
    DeviceCreateDate: seconds(device.createdAt),
    DeviceLastModifiedDate: seconds(device.updatedAt),
    DeviceLastAuthenticatedDate: seconds(device.lastAuthenticatedAt),
  }
}
