/**
 * The texts of product.md to the letter, under keys that say when they are shown. Misspelt ones are marked sic. One
 * module a subject, because a bundler puts a module into one chunk: importing one subject loads no other screen's
 * texts.
 */
export { signInTexts } from './texts/sign-in.ts'
export { newPasswordTexts } from './texts/new-password.ts'
export { sessionTexts } from './texts/session.ts'
export { dashboardTexts } from './texts/dashboard.ts'
export { listTexts } from './texts/list.ts'
export { kycTexts } from './texts/kyc.ts'
export { captureTexts } from './texts/capture.ts'
