export { startDevice, type Device } from './device.ts'
export { keyIdOf, makeDeviceKeys, type DeviceKeys } from './device-keys.ts'
