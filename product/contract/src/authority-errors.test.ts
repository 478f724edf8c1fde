import { expect, test } from 'vitest'

import { authorityError, authorityErrors } from './authority-errors.ts'

/** The codes of Authentication 2.5, grouped as in the standard's table. */
const authenticationCodes = `
  300 330 331 332 811 812 995 996 997 998 515 517 514
  310 312 313 314 315 316 317 318 800 810 820 821 822 572
  521 524 527 528 555 556 557 558 559 560 592 593 554 588
  500 501 502 503 504 505 564 511 541
  561 562 563
  510 512 520 530 540 542 543 550 552 565 566 569 570
  573 574 575 576 577 578 579 580 581 582 583 584 585 586 587 589 590 591 940 941
  930 931 932 933 934 935 936 937 938 939 950 951 980 999`

/** The codes of e-KYC 2.5. */
const kycCodes = `K-100 K-200 K-540 K-541 K-542 K-544 K-545 K-546 K-547 K-550 K-551 K-552 K-569 K-570
  K-600 K-601 K-602 K-603 K-604 K-605 K-955 K-999`

const listed = (text: string) => text.trim().split(/\s+/).toSorted()

test('[KYC-12] the table has exactly the codes that the authority publishes', () => {
  expect(Object.keys(authorityErrors.authentication).toSorted()).toEqual(listed(authenticationCodes))
  expect(Object.keys(authorityErrors.kyc).toSorted()).toEqual(listed(kycCodes))
})

test('[KYC-12] the sentences that orders store stay unchanged', () => {
  const sentences = {
    300: 'The fingerprint did not match.',
    330: "The customer's biometrics are locked.",
    332: "The customer's identity number is locked.",
    811: 'The authority has no fingerprints of this customer.',
    517: "The customer's identity number is not valid.",
    557: 'The fingerprint device is not accepted by the authority.',
    559: "The fingerprint device's key has expired.",
    564: 'The fingerprint data could not be opened by the authority.',
    562: "The fingerprint's time was not accepted.",
    563: 'This fingerprint was sent before.',
    530: 'The identity authority did not accept the request.',
    933: 'The identity authority is temporarily out of service.',
  }
  for (const [code, text] of Object.entries(sentences)) {
    expect(authorityError('authentication', code).text).toBe(text)
  }
  expect(authorityError('kyc', 'K-547').text).toBe('The fingerprint was captured for another purpose.')
})

test('[KYC-12] a code has no meaning without its source', () => {
  expect(authorityError('kyc', '300').situation).toBe('unknownCode')
  expect(authorityError('authentication', 'K-547').situation).toBe('unknownCode')
  // The numbers are codes of devices only. The other texts are no codes.
  for (const code of ['700', '710', '720', '730', '740', 'constructor', '__proto__', '']) {
    expect(authorityError('authentication', code)).toMatchObject({
      situation: 'unknownCode',
      nextStep: 'retry',
    })
  }
})

test('[KYC-13] another try is offered only where it can help', () => {
  const stepAfter = (code: string) => authorityError('authentication', code).nextStep
  for (const code of ['300', '561', '562', '563', '564', '930']) expect(stepAfter(code)).toBe('retry')
  for (const code of ['528', '559', '557', '593']) expect(stepAfter(code)).toBe('check-scanner')
  for (const code of ['330', '331', '811', '996', '998', '530']) expect(stepAfter(code)).toBe('next-customer')
})
