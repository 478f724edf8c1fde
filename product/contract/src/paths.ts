/** Every screen of product.md section 2, the device check (decisions.md section 1), the page of one order and of its exception, and an agent's keys and sessions. */
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
