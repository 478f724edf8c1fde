export const captureTexts = {
  captured: 'Finger Print captured successfully.', // sic
  captureError: 'Error in capturing fingerprint',
  notConnected: 'Biometric device not connected or Driver not installed!',
  driverNotFound: 'Driver is not discovered, please install the driver and refresh the page!',
  detecting: 'Detecting Biometric Driver status..Please wait', // sic
  networkError: 'Network error occurred during fingerprint capture',
  requestNotSent: 'Failed to send fingerprint capture request',
  answerUnreadable: 'Error in Fingerprint capture',
  serviceNotFound: 'RdService not found/working. Please install from below links.',
} as const
