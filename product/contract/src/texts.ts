/**
 * The texts of product.md verbatim, under keys that say when the portal shows them. Misspelt ones are marked sic. Each
 * subject has its own module, because a bundler puts a module into one chunk: a screen then loads its own texts only.
 */
export { signInTexts } from './texts/sign-in.ts'
export { newPasswordTexts } from './texts/new-password.ts'
export { sessionTexts } from './texts/session.ts'
export { dashboardTexts } from './texts/dashboard.ts'
export { listTexts } from './texts/list.ts'
export { kycTexts } from './texts/kyc.ts'
export { captureTexts } from './texts/capture.ts'
