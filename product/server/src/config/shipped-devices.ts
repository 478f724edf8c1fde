import type { RegisteredDevice } from '../domain/capture-check.ts'
import devices from './device-registry.json' with { type: 'json' }

/** A row of the registry that ships: where it is from, and how sure it is. */
export type ShippedDevice = RegisteredDevice & {
  /** The India day on which the row was last compared with its source. */
  asOf: string
  source: string
  /** 'authority': an answer of the authority states model and level. 'captures': answers of units do. */
  sure: 'authority' | 'captures'
}

/** Serves a production without a DEVICE_REGISTRY of its own. It certifies nothing: decision 0121 tells its bounds. */
export const shippedDevices = devices as readonly ShippedDevice[]

/** The India day of the newest row. */
export const shippedOn =
  shippedDevices
    .map(({ asOf }) => asOf)
    .toSorted()
    .at(-1) ?? ''

export const level1Models = shippedDevices.flatMap(({ level, mi }) => (level === 'L1' ? [mi] : []))
