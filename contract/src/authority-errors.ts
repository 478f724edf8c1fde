/**
 * The identity authority's error codes that our flow can meet, in words for a counter (e-KYC 2.5 and
 * Authentication 2.5; rd-service.md 2.6). Codes of a device share numbers with these and mean other things: never
 * look one up here.
 */
const authentication: Record<string, string> = {
  ...each(['300'], 'The fingerprint did not match.'),
  ...each(['330'], "The customer's biometrics are locked."),
  ...each(['331', '332'], "The customer's identity number is locked."),
  ...each(['811'], 'The authority has no fingerprints of this customer.'),
  ...each(['812'], "The customer's best finger must be found first."),
  ...each(['995', '996', '997'], "The customer's identity number is not active."),
  ...each(['998', '514', '515', '517'], "The customer's identity number is not valid."),
  ...each(
    ['310', '312', '313', '314', '315', '316', '317', '318', '572', '800', '810', '820', '821', '822'],
    'The fingerprint data was not accepted.',
  ),
  ...each(
    ['521', '524', '527', '554', '555', '556', '557', '558', '588', '592', '593'],
    'The fingerprint device is not accepted by the authority.',
  ),
  ...each(['528', '559', '560'], "The fingerprint device's key has expired."),
  ...each(
    ['500', '501', '502', '503', '504', '505', '511', '541', '564'],
    'The fingerprint data could not be opened by the authority.',
  ),
  ...each(['561', '562'], "The fingerprint's time was not accepted."),
  ...each(['563'], 'This fingerprint was sent before.'),
  ...each(
    ['930', '931', '932', '933', '934', '935', '936', '937', '938', '939', '950', '951', '980', '999'],
    'The identity authority is out of order.',
  ),
}

const kyc: Record<string, string> = {
  ...each(['K-200'], "The customer's data is not available."),
  ...each(['K-545'], 'The customer has opted out of e-KYC.'),
  ...each(['K-547'], 'The fingerprint was captured for another purpose.'),
  ...each(['K-955', 'K-999'], 'The identity authority is out of order.'),
}

const notAccepted = 'The identity authority did not accept the request.'

/** @param source which list the code is from: the inner authentication answer or the e-KYC answer around it */
export function authorityErrorText(source: 'authentication' | 'kyc', code: string): string {
  return (source === 'authentication' ? authentication : kyc)[code] ?? notAccepted
}

function each(codes: string[], text: string): Record<string, string> {
  return Object.fromEntries(codes.map(code => [code, text]))
}
