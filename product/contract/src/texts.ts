/**
 * The texts of product.md verbatim. Each key says when the portal shows the text. A misspelt text is marked sic. Each
 * subject has its own module, because a bundler puts a whole module into one chunk. A screen then loads only its own
 * texts.
 */
export { signInTexts } from './texts/sign-in.ts'
export { newPasswordTexts } from './texts/new-password.ts'
export { sessionTexts } from './texts/session.ts'
export { dashboardTexts } from './texts/dashboard.ts'
export { listTexts } from './texts/list.ts'
export { kycTexts } from './texts/kyc.ts'
export { captureTexts } from './texts/capture.ts'
