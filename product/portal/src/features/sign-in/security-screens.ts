export { ChangePasswordPage } from './change-password-page.tsx'
export { SecurityPage } from './security-page.tsx'
