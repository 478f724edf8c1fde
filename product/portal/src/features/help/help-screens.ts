export { FaqPage } from './faq-page.tsx'
export { HelpTexts } from './help-texts.tsx'
export { PrivacyPolicyPage } from './privacy-policy-page.tsx'
