import { lazy, type ComponentType } from 'react'

import { LoginPage } from '../features/sign-in/login-page.tsx'
import { paths, type Path } from '../session/paths.ts'
import type { Access } from './guard.ts'

export type Route = {
  path: Path
  screen: ComponentType
  access: Access
  /** 'page' has the header and footer of signed-in pages, 'none' has neither. */
  frame: 'page' | 'none'
}

export const pageFrame = () => import('./page-frame.tsx').then(file => ({ default: file.PageFrame }))
export const fallbackScreen = () =>
  import('./fallback-screen.tsx').then(file => ({ default: file.FallbackScreen }))
export const accessDenied = () => import('./access-denied.tsx').then(file => ({ default: file.AccessDenied }))
export const sorry = () => import('./sorry.tsx').then(file => ({ default: file.Sorry }))
const passwordPage = () =>
  import('../features/sign-in/password-page.tsx').then(file => ({ default: file.PasswordPage }))
const otpPage = () => import('../features/sign-in/otp-page.tsx').then(file => ({ default: file.OtpPage }))
const dashboardPage = () => import('./dashboard-page.tsx').then(file => ({ default: file.DashboardPage }))
const kycListPage = () =>
  import('../features/orders/kyc-list-page.tsx').then(file => ({ default: file.KycListPage }))
const doKycPage = () => import('../features/kyc/do-kyc-page.tsx').then(file => ({ default: file.DoKycPage }))
const kycResultPage = () =>
  import('../features/kyc/kyc-result-page.tsx').then(file => ({ default: file.KycResultPage }))
const deviceCheckPage = () =>
  import('../features/device-check/device-check-page.tsx').then(file => ({ default: file.DeviceCheckPage }))
const changePasswordPage = () =>
  import('../features/sign-in/change-password-page.tsx').then(file => ({ default: file.ChangePasswordPage }))
const profilePage = () => import('./profile-screen.tsx').then(file => ({ default: file.ProfileScreen }))
const faqPage = () => import('../features/help/faq-page.tsx').then(file => ({ default: file.FaqPage }))
const termsPage = () => import('../features/help/terms-page.tsx').then(file => ({ default: file.TermsPage }))
const privacyPolicyPage = () =>
  import('../features/help/privacy-policy-page.tsx').then(file => ({ default: file.PrivacyPolicyPage }))

/** The route table of product.md section 2, line for line, and the device check. Any other path shows the fallback. */
export const routes: readonly Route[] = [
  { path: paths.home, access: 'anybody', frame: 'none', screen: LoginPage },
  { path: paths.login, access: 'anybody', frame: 'none', screen: LoginPage },
  { path: paths.loginWithPassword, access: 'login-lock', frame: 'none', screen: lazy(passwordPage) },
  { path: paths.otp, access: 'login-lock', frame: 'none', screen: lazy(otpPage) },
  {
    path: paths.dashboard,
    access: { privilege: 'VIEW_APP_DASHBOARD', sorry: 'dashboard' },
    frame: 'page',
    screen: lazy(dashboardPage),
  },
  { path: paths.kycList, access: { privilege: 'DO_EKYC_APP' }, frame: 'page', screen: lazy(kycListPage) },
  {
    path: paths.doKyc,
    access: { privilege: 'DO_EKYC_APP', sorry: 'kyc' },
    frame: 'page',
    screen: lazy(doKycPage),
  },
  { path: paths.kycResult, access: { privilege: 'DO_EKYC_APP' }, frame: 'page', screen: lazy(kycResultPage) },
  {
    path: paths.changePassword,
    access: { privilege: 'SET_NEW_PASSWORD' },
    frame: 'page',
    screen: lazy(changePasswordPage),
  },
  {
    path: paths.profile,
    access: { privilege: 'VIEW_APP_DASHBOARD' },
    frame: 'page',
    screen: lazy(profilePage),
  },
  { path: paths.faq, access: { privilege: 'VIEW_APP_DASHBOARD' }, frame: 'page', screen: lazy(faqPage) },
  { path: paths.termsAndConditions, access: 'anybody', frame: 'page', screen: lazy(termsPage) },
  { path: paths.privacyPolicy, access: 'anybody', frame: 'none', screen: lazy(privacyPolicyPage) },
  { path: paths.deviceCheck, access: 'anybody', frame: 'page', screen: lazy(deviceCheckPage) },
]

/** Every screen that is loaded later, the likeliest first, for prefetching. */
export const laterScreens = [
  passwordPage,
  otpPage,
  pageFrame,
  dashboardPage,
  doKycPage,
  kycResultPage,
  kycListPage,
  profilePage,
  faqPage,
  changePasswordPage,
  termsPage,
  privacyPolicyPage,
  deviceCheckPage,
  fallbackScreen,
  accessDenied,
]
