/** Every path of product.md section 2, once, and the device check (decisions.md section 1). */
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

/** A `returnTo` that comes from outside leads to our own screens only; anything else leads to the dashboard. */
export function ownPath(text: string | null | undefined): Path {
  return Object.values(paths).find(path => path === text) ?? paths.dashboard
}
