export { readCertificateValidity } from './certificate-validity.ts'
export {
  deviceCodes,
  situationByText,
  situationOf,
  type DeviceSituation,
  type SituationName,
} from './device-codes.ts'
export { readDeviceInfo, type DeviceInfo, type DeviceInfoOptions } from './device-info.ts'
export { defaultRanges, type Discovery, type DiscoverOptions, type PortRange } from './discover.ts'
export type { Fetch } from './exchange.ts'
export {
  localNetworkPermission,
  type Browser,
  type LocalNetworkPermission,
  type PermissionState,
} from './local-network-permission.ts'
export { readPidData, type PidData } from './pid-data.ts'
export { writePidOptions, type PidOptions } from './pid-options.ts'
export type { AbsentState, PortResult } from './probe.ts'
export { createRdClient, type RdClient, type RdClientDependencies } from './rd-client.ts'
export { RdError, type RdErrorCode } from './rd-error.ts'
export { isServiceAddress, type LoopbackHost, type ServiceAddress } from './service-address.ts'
export { readRdService, type RdService, type RdServiceAnswer, type ServiceState } from './rd-service.ts'
