/**
 * A refusal by the authority. The codes of Kyc (such as K-540) and of the authentication (such as 300) are separate
 * lists (rd-service.md 2.5). `action` is the value of actn.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly source: 'kyc' | 'authentication'
  readonly code: string
  readonly action: string
  constructor(source: 'kyc' | 'authentication', code: string, action = '') {
    super(`${source} ${code}`)
    this.source = source
    this.code = code
    this.action = action
  }
}

export function kycRefusal(code: `K-${number}`): Refusal {
  return new Refusal('kyc', code)
}

export function authenticationRefusal(code: `${number}`, action?: string): Refusal {
  return new Refusal('authentication', code, action)
}
