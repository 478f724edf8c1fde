/** The values of Resp.errCode with their texts, from the standard and from vendors (rd-service.md 1.3). */
export const errorCodes = {
  '100': 'Invalid PidOptions input. XML should strictly adhere to spec.',
  '110': 'Invalid value for fType',
  '120': 'Invalid value for fCount',
  '130': 'Invalid value for iCount',
  '140': 'Invalid value for iType',
  '150': 'Invalid value for pidVer',
  '160': 'Invalid value for timeout',
  '170': 'Invalid value for posh',
  '180': 'Face matching is not supported',
  '190': 'Invalid value for format',
  '200': 'Invalid Demo structure',
  '210': 'Protobuf format not supported',
  '220': 'Invalid value of env S, PP or P',
  '700': 'Capture timed out',
  '710': 'Being used by another application',
  '720': 'Device not ready',
  '730': 'Capture Failed',
  '740': 'Device needs to be re-initialized',
  '750': 'RD Service does not support fingerprints',
  '760': 'RD Service does not support Iris',
  '770': 'Invalid URL',
  '900': 'Device is locked to another application',
  '999': 'Internal error',
} as const

export type ErrorCode = keyof typeof errorCodes
