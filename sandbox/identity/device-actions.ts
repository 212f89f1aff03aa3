import { authorize } from './authorize.ts'
import { confirmDevice, confirmedDevices, deviceAnswer, findDevice, saveDevice } from './devices.ts'
import { invalidParameter } from './identity-error.ts'
import type { Fields } from './request-fields.ts'
import { fieldsOf, optionalText, requiredText } from './request-fields.ts'
import type { Engine } from './sign-in-steps.ts'

/** ConfirmDevice; the pool's setting is "user opt-in", so remembering needs a request of its own. */
export async function confirmDeviceAction(engine: Engine, body: Fields) {
  const { user } = await authorize(engine, body)
  const device = findDevice(engine.context, user.username, requiredText(body, 'DeviceKey'))
  const config = fieldsOf(body.DeviceSecretVerifierConfig, 'DeviceSecretVerifierConfig')
  const name = optionalText(body, 'DeviceName') ?? ''
  confirmDevice(engine.context, device, name, requiredText(config, 'Salt'), requiredText(config, 'PasswordVerifier'))
  return { UserConfirmationNecessary: true }
}

export async function updateDeviceStatus(engine: Engine, body: Fields) {
  const { user } = await authorize(engine, body)
  const device = findDevice(engine.context, user.username, requiredText(body, 'DeviceKey'))
  const status = requiredText(body, 'DeviceRememberedStatus')
  if (status !== 'remembered' && status !== 'not_remembered') throw invalidParameter('DeviceRememberedStatus')
  saveDevice(engine.context, { ...device, remembered: status === 'remembered', updatedAt: engine.context.now() })
  return {}
}

export async function forgetDevice(engine: Engine, body: Fields) {
  const { user } = await authorize(engine, body)
  const device = findDevice(engine.context, user.username, requiredText(body, 'DeviceKey'))
  engine.context.store.remove('devices', device.deviceKey)
  return {}
}

export async function listDevices(engine: Engine, body: Fields) {
  const { user } = await authorize(engine, body)
  return { Devices: confirmedDevices(engine.context, user.username).map(deviceAnswer) }
}
