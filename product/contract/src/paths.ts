/** The paths of the screens. product.md section 2 and decisions.md section 1 (device check) describe most screens. */
export const paths = {
  home: '/',
  login: '/login',
  loginWithPassword: '/login-with-password',
  otp: '/otp',
  dashboard: '/dashboard',
  kycList: '/kyc-list',
  doKyc: '/do-kyc',
  kycResult: '/kyc-result',
  kycOrder: '/kyc-order',
  kycException: '/kyc-exception',
  changePassword: '/change-password',
  profile: '/profile',
  security: '/security',
  faq: '/FAQ',
  termsAndConditions: '/TnC',
  privacyPolicy: '/PrivacyPolicy',
  deviceCheck: '/device-check',
} as const

export type Path = (typeof paths)[keyof typeof paths]
