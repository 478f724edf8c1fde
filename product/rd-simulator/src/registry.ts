export type RegisteredDevice = {
  dpId: string
  rdsId: string
  /** The versions of the service that the authority accepts. The device runs the first one. */
  rdsVers: readonly [string, ...string[]]
  mi: string
  level: 'L0' | 'L1'
  dc: string
  serialNumber: string
}

/**
 * The sandbox's devices by vendor. This table simulates the authority's public registry of providers and certified
 * services. The device service sends these values. The authority refuses all other values (557 for dpId, 555 for rdsId,
 * 556 for rdsVer, 524 for mi, 521 for dc). The authority also recomputes dih from the serial number (558), with the
 * serial number's SHA-256 hash in upper-case hex as idHash. The names are those of the vendors' services; device codes
 * and serial numbers are invented. The versions of Mantra, Morpho and Startek were found in services in the field. The
 * versions of SecuGen and IDEMIA have no source; they are within the range of the other makers' versions.
 */
export const deviceRegistry = {
  mantra: {
    dpId: 'MANTRA.MSIPL',
    rdsId: 'RENESAS.MANTRA.001',
    rdsVers: ['1.4.1', '1.3.0'],
    mi: 'MFS110',
    level: 'L1',
    dc: '5a0d6f1e-3b52-4c0a-9d3f-1f6a2b7c8d01',
    serialNumber: '0578001',
  },
  morpho: {
    dpId: 'Morpho.SmartChip',
    rdsId: 'SCPL.WIN.001',
    rdsVers: ['1.0.10', '1.0.3'],
    mi: 'MSO1300E3L0SW',
    level: 'L0',
    dc: '8c41b7a2-90de-4f63-8b15-2e7b3c8d9e02',
    serialNumber: '2104I012345',
  },
  startek: {
    dpId: 'STARTEK.ACPL',
    rdsId: 'ACPL.WIN.001',
    rdsVers: ['1.0.4', '1.0.3'],
    mi: 'FM220U',
    level: 'L0',
    dc: 'c7e90d34-6a1f-4b88-a2c7-3f8c4d9eaf03',
    serialNumber: 'B1234567',
  },
  secugen: {
    dpId: 'SECUGEN.SGI',
    rdsId: 'SECUGEN.WIN.001',
    rdsVers: ['1.0.1'],
    mi: 'HU20',
    level: 'L0',
    dc: '1f2e3d4c-5b6a-4978-8695-4a9d5e0fb104',
    serialNumber: 'H54170700123',
  },
  idemia: {
    dpId: 'IDEMIA.SMARTCHIP',
    rdsId: 'IDEMIA.WIN.001',
    rdsVers: ['1.0.3'],
    mi: 'MSO1300E3L1SW',
    level: 'L1',
    dc: '730a9b8c-1d2e-4f30-9142-5b0e6f1ac205',
    serialNumber: '2231I098765',
  },
} as const satisfies Record<string, RegisteredDevice>

export type Vendor = keyof typeof deviceRegistry

export const vendors: readonly Vendor[] = Object.keys(deviceRegistry).filter(isVendor)

export function isVendor(name: string): name is Vendor {
  return Object.hasOwn(deviceRegistry, name)
}
