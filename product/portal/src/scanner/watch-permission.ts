import { localNetworkPermission, type PermissionState } from '@ekyc/rd-client'

/**
 * Reports the browser's local-network permission now and at each change, without a prompt to the user and without a
 * call to a device.
 * @returns a function that stops the reports
 */
export function watchPermission(report: (state: PermissionState) => void): () => void {
  let isWatching = true
  const permission = localNetworkPermission()
  const stopListening = permission.onChange(report)
  void permission.state().then(state => isWatching && report(state))
  return () => {
    isWatching = false
    stopListening()
  }
}
