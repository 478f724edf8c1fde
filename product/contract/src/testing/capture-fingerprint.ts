import type { BiometricDeviceInfo } from '../shapes.ts'

/**
 * Captures one finger at the sandbox's scanner, for tests without a browser.
 * @returns the biometricDeviceInfo of order/submit
 * @throws {Error} the device refused the capture
 */
export async function captureFingerprint(
  sandbox: string,
  { wadh, mobile, reference }: { wadh: string; mobile: string; reference: string },
): Promise<BiometricDeviceInfo> {
  const query = new URLSearchParams({ refcode: reference, roid: mobile, wadh })
  const answer = await fetch(`${sandbox}/device/capture?${query.toString()}`)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as BiometricDeviceInfo
}
