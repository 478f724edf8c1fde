import type { RegisteredDeviceModel } from '../domain/kyc/capture-check.ts'
import devices from './device-registry.json' with { type: 'json' }

type RegistryEntry = RegisteredDeviceModel & {
  /** The day in India. */
  asOf: string
  source: string
  /** The proof of model and level: 'authority' for the authority's answer, 'captures' for captures by real devices. */
  sure: 'authority' | 'captures'
}

/** The device registry of a production without DEVICE_REGISTRY. A row proves no certification (decision 0048). */
export const defaultRegistry = devices as readonly RegistryEntry[]

export const defaultRegistryDate =
  defaultRegistry
    .map(({ asOf }) => asOf)
    .toSorted()
    .at(-1) ?? ''

export const level1Models = defaultRegistry.flatMap(({ level, mi }) => (level === 'L1' ? [mi] : []))
