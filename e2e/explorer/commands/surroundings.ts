import type { Step } from '../command.ts'

export const goOffline: Step = {
  name: 'lose the network',
  isPossible: (model) => !model.offline && model.screen.place === 'portal',
  async run({ device }, model) {
    await device.context.setOffline(true)
    device.offline = true
    model.offline = true
    model.savesMayFail = true
  },
}

export const goOnline: Step = {
  name: 'regain the network',
  isPossible: (model) => model.offline,
  async run({ device }, model) {
    await device.context.setOffline(false)
    device.offline = false
    model.offline = false
  },
}
