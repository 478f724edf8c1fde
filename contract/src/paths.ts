/** Every screen of product.md section 2, and the device check (decisions.md section 1). */
export const paths = {
  home: '/',
  login: '/login',
  loginWithPassword: '/login-with-password',
  otp: '/otp',
  dashboard: '/dashboard',
  kycList: '/kyc-list',
  doKyc: '/do-kyc',
  kycResult: '/kyc-result',
  changePassword: '/change-password',
  profile: '/profile',
  faq: '/FAQ',
  termsAndConditions: '/TnC',
  privacyPolicy: '/PrivacyPolicy',
  deviceCheck: '/device-check',
} as const

export type Path = (typeof paths)[keyof typeof paths]
