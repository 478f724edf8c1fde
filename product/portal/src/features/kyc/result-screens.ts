export { KycResultPage } from './kyc-result-page.tsx'
export { OrderPage } from './order-page.tsx'
