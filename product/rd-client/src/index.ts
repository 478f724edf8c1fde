export { readCertificateValidity } from './certificate-validity.ts'
export type { DeviceInfo, DeviceInfoOptions } from './device-info.ts'
export { defaultRanges, type Discovery, type DiscoverOptions, type PortRange } from './discover.ts'
export type { EndedExchange, Fetch, Observe } from './exchange.ts'
export {
  localNetworkPermission,
  type Browser,
  type LocalNetworkPermission,
  type PermissionState,
} from './local-network-permission.ts'
export type { Capture } from './pid-data.ts'
export type { CaptureRequest, FingerPosition } from './pid-options.ts'
export type { AbsentState, PortResult } from './probe.ts'
export { createRdClient, type RdClient, type RdClientDependencies } from './rd-client.ts'
export { RdError, type RdErrorCode } from './rd-error.ts'
export { createRecorder, type RecordedExchange, type Recorder } from './recorder.ts'
export { redactedWords } from './redact.ts'
export { replay, type RecordedAttempt } from './replay.ts'
export { isServiceAddress, type LoopbackHost, type ServiceAddress } from './service-address.ts'
export type { FoundService, ServiceState } from './service.ts'
