/** A control or rule, as a row of docs/compliance.md and of the report of the command `admin compliance`. */
export type Control = {
  /** The number in the auditor's list (1 to 77), or another rule's number (1.2 is section 1, row 2 of the rules). */
  number: string
  asks: string
  kept: 'software' | 'bank' | 'both'
  /** The degree to which the software keeps the control today. Absent if only the bank keeps the control. */
  state?: 'kept' | 'half' | 'not yet'
  /** The titles of the tests that prove the control. Each key is a test file's path from the repository's root. */
  tests?: Readonly<Record<string, string | readonly string[]>>
  /** The settings that decide whether an installation keeps the control, by their names in settings-kept.ts. */
  settings?: readonly string[]
  /** The duty that remains with the bank, or the part that is missing. */
  note?: string
}

export function testsOf({ tests = {} }: Pick<Control, 'tests'>): { file: string; title: string }[] {
  return Object.entries(tests).flatMap(([file, titles]) => [titles].flat().map(title => ({ file, title })))
}

const ofBank = "The bank's people, rooms and network."
const bank = (number: number | string, asks: string, note = ofBank): Control => ({
  number: String(number),
  asks,
  kept: 'bank',
  note,
})

const server = 'product/server/src'
const portal = 'product/portal/src'
const journeys = 'proving/journeys'

/** The 77 controls by which an auditor examines a requesting entity. */
export const controls: readonly Control[] = [
  bank(1, 'A chief information security officer who reports to the board.'),
  bank(2, 'A management and a technical contact, known to the authority.'),
  bank(3, 'An information security policy by known standards, with procedures for incidents.'),
  {
    number: '4',
    asks: "The application's design and flow of data are documented.",
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/database/privacy-register.test.ts`]:
        'docs/privacy.md lists each column of the migrated database once',
    },
    note: 'ARCHITECTURE.md, docs/security.md, docs/privacy.md and docs/tour.md; the bank documents its own systems.',
  },
  {
    number: '5',
    asks: 'Consent before authentication, electronic, in a local language, of a guardian for a child.',
    kept: 'both',
    state: 'half',
    tests: {
      [`${server}/domain/submission.test.ts`]:
        '[rule 16] where consent is required, a submit without it is refused, and one with it keeps it',
      [`${journeys}/customer-consent.spec.ts`]:
        '[rule 16] a customer’s consent in Tamil, on a page in Hindi, in large print and with the order',
      [`${server}/domain/published-consents.test.ts`]:
        'a changed text needs a new version: a production does not start with it, a demo warns',
    },
    settings: ['CONSENT_REQUIRED', 'BRANDING_FILE'],
    note: 'The bank writes the texts, in any of the 22 languages. No line for a guardian.',
  },
  {
    number: '6',
    asks: 'Before consent: what the authority shares, what for, and what the alternatives are.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${portal}/features/kyc/customer-consent.test.tsx`]:
        'changes the text, which says its language, and stays for the next customer',
      [`${portal}/features/kyc/do-kyc-page.test.tsx`]:
        '[KYC-4] nothing on this computer is called before the customer has agreed',
    },
    note: 'The bank writes the texts.',
  },
  {
    number: '7',
    asks: 'Consent is made known to people who cannot see or hear.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${portal}/features/kyc/customer-consent.test.tsx`]: [
        'the large print has every item in the customer’s language, its Close has the focus, and Escape closes it',
        'reads every item by a voice of India, does not tick, and stops at a second press',
        '[control 7] the consent keeps how it was told in its own language: in large print, read aloud',
      ],
    },
    note: 'Read aloud where the browser has a voice; the consent keeps how it was told. Recorded audio is the bank’s.',
  },
  {
    number: '8',
    asks: 'No operating system at the counter that gets no updates any more.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/domain/operating-systems.test.ts`]: [
        'begins on the day after its end, in India',
        '[control 8] log-ins are counted by version in names that no caller can multiply',
      ],
      [`${server}/http/old-systems.test.ts`]:
        '[control 8] where the bank refuses old systems, the log-in says so before the password',
      [`${journeys}/old-system.spec.ts`]:
        '[control 8] a browser tells its system’s version when the page asks, and the dashboard says that updates ended',
    },
    settings: ['OLD_SYSTEMS'],
    note: 'Firefox and Safari tell too little. The bank keeps its computers up to date.',
  },
  bank(9, 'Background checks and confidentiality agreements of everybody who handles the data.'),
  {
    number: '10',
    asks: 'Operators of assisted devices log in by more than one factor.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${server}/domain/second-factor.test.ts`]: [
        '[control 10] where it is required, a password alone opens no session: it leads to an OTP, and both open one',
        '[control 10] who has the SIM alone gets no password by it: in a browser without a log-in of the agent only the bank helps',
      ],
      [`${journeys}/second-factor.spec.ts`]:
        '[control 10] on a shared computer each agent logs in by password and OTP, once a day',
    },
    settings: ['SECOND_FACTOR', 'secondFactorGraceDays'],
  },
  {
    number: '11',
    asks: 'Only authorised people reach application, logs and servers.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/administration/perform.test.ts`]: '%s is for the roles %s',
      [`${server}/database/roles.test.ts`]: "admin and auditor do their own work, and no other role's",
    },
    settings: ['FOUR_EYES'],
    note: 'The bank gives the roles, and guards the machines.',
  },
  {
    number: '12',
    asks: 'Privileged access is managed and limited to authorised people.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/console/acts.test.ts`]:
        'is not done without a fresh proof where it needs one, whose content is the act',
      [`${server}/admin/proposals.test.ts`]:
        'each act that one person never does alone has a command above, or none at all',
    },
    settings: ['FOUR_EYES'],
    note: "The bank's own tool guards accounts of operating systems and databases.",
  },
  {
    number: '13',
    asks: 'Accounts such as root are reachable for few people.',
    kept: 'both',
    state: 'kept',
    tests: {
      'scripts/compose.test.ts': 'no server has the password of a superuser, and its role is none',
      [`${server}/database/roles.test.ts`]: 'the server works fully as a role without DDL',
    },
    note: "The bank's own tool guards accounts of operating systems and databases.",
  },
  {
    number: '14',
    asks: 'Development, operation and audit are apart.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/administration/proposals.test.ts`]: 'not by another account of the same person',
      [`${server}/console/looks.test.ts`]: 'is for auditors and security alone, and each look leaves a row',
    },
    settings: ['FOUR_EYES'],
    note: 'The bank gives its people the roles.',
  },
  {
    number: '15',
    asks: 'Three failed log-ins lock the account until it is unlocked and the password reset.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${server}/domain/password-lock.test.ts`]: [
        '[control 15] the third wrong password in a row locks the password, from whatever addresses they came',
        '[control 15] a stranger who locks the password keeps no browser out that the agent has used',
      ],
      [`${server}/domain/sign-in.test.ts`]:
        '[rule 12] the fifth failure in a row makes the phone wait 30 s, each further one twice as long',
    },
    settings: ['failuresBeforeLock'],
    note: 'A browser or address that the agent has used counts, and is locked, for itself: no stranger locks it. Without failuresBeforeLock a growing wait stands in the place of the lock.',
  },
  bank(16, 'A secured data centre with access control.'),
  bank(17, 'Servers in an isolated, locked cabinet.'),
  bank(18, 'Guards and cameras at all hours.'),
  bank(19, 'A log of who enters the data centre, when and why.'),
  bank(20, 'Movements of assets are documented.'),
  bank(21, 'Signs at restricted areas.'),
  bank(22, 'Lockable cabinets; fire exits and extinguishers that are tested.'),
  bank(23, 'Quarterly maintenance of extinguishers and cameras.'),
  bank(24, 'Data centres in India.', 'The bank chooses the place; docs/operations.md says so.'),
  {
    number: '25',
    asks: 'Biometric data is encrypted at capture.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/domain/capture-check.test.ts`]:
        'refuses a device that does not encrypt in hardware, where the bank demands it',
    },
    settings: ['DEVICE_REGISTRY', 'LEVEL_1_ONLY'],
    note: 'The registered device encrypts; the bank buys it.',
  },
  {
    number: '26',
    asks: 'The client packs and encrypts the PID block at once, and sends it by a secure protocol.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/gateways/identity-authority/build-request.test.ts`]:
        '[KYC-10] the capture fills the fields of Authentication 2.5 unchanged',
      [`${portal}/features/kyc/order-payload.test.ts`]:
        '[KYC-10] [API-13] every field of the submit order payload holds what the decisions say',
    },
    settings: ['OVER_HTTPS'],
    note: 'The registered device packs and encrypts.',
  },
  {
    number: '27',
    asks: 'AES-256-GCM with a session key, which RSA of 2048 bits encrypts for the authority.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/domain/capture-check.test.ts`]: 'only a key of the authority that is in force is accepted',
    },
    note: 'The registered device encrypts.',
  },
  {
    number: '28',
    asks: 'The session key is in memory alone, and used once.',
    kept: 'both',
    state: 'kept',
    tests: { [`${server}/domain/submission.test.ts`]: '[rule 19] a capture passes once, on whatever order' },
    note: 'The registered device makes the key.',
  },
  {
    number: '29',
    asks: 'Number, virtual ID and token stay neither with operator, device nor server.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${server}/nothing-secret-at-rest.test.ts`]:
        '[rule 1] after log-in, new password, verified and failed orders database and log hold nothing secret',
      [`${journeys}/secrets.spec.ts`]:
        '[rule 1] database, WAL, logs, temporary files and the browser’s profile contain no secret after any outcome',
    },
    note: 'The portal never asks for a number; the server has it from the bank, in memory.',
  },
  {
    number: '30',
    asks: 'Assisted devices and applications store no number, biometrics or e-KYC.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${portal}/features/kyc/do-kyc-page.test.tsx`]:
        '[SES-7] no storage holds a capture at any moment of a KYC that the authority refuses',
    },
  },
  {
    number: '31',
    asks: 'Minutiae (FMR) and image (FIR) in one PID block.',
    kept: 'software',
    state: 'kept',
    tests: {
      'product/rd-client/src/pid-options.test.ts':
        '[KYC-6] the capture asks for one finger, FMR and FIR, PID 2.0, 20 s, production, with the wadh',
    },
  },
  {
    number: '32',
    asks: 'The signing key and the licence keys are secure, and access is controlled.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/config/production-check.test.ts`]: 'with any RSA key under 2048 bits',
      [`${server}/kubernetes.test.ts`]: 'every secret is a file at the mount of the secret',
      [`${server}/config/unseal-settings.test.ts`]:
        'a server reads them as if they were in the clear, from a file too',
    },
    settings: ['AUA_SIGNING_KEY'],
    note: 'The bank seals licence keys and keys of the servers by its module (`admin config seal`), or guards their files.',
  },
  {
    number: '33',
    asks: 'Keys that sign requests and decrypt answers lie in a hardware module (FIPS 140) alone.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/gateways/private-keys/pkcs11-keys.test.ts`]:
        'signs a request and opens the answer of a whole KYC',
      [`${server}/doctor/hardware-key.test.ts`]: 'signs and decrypts a trial',
    },
    settings: ['AUA_SIGNING_KEY', 'KUA_DECRYPTION_KEY'],
    note: "The bank owns the module. No vendor's module was tried, SoftHSM alone.",
  },
  bank(34, 'The module is dedicated, on the premises and shared with nobody.', 'The bank owns the module.'),
  {
    number: '35',
    asks: 'The number and connected data lie only in a vault, a store apart, with reference keys.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/results-at-rest.test.ts`]: [
        'a result waits in the vault alone, reaches the bank whole, and is gone from there',
        'RESULTS=%s, while the result waits',
      ],
    },
    settings: ['RESULTS'],
    note: 'e-KYC waits in the vault or nowhere, its number masked. The bank keeps its own vault of numbers.',
  },
  bank(
    36,
    'A vault in the cloud is at a recognised government community cloud.',
    'The bank chooses the place.',
  ),
  bank(37, 'A vault in the cloud has a yearly SOC 2 report.', 'The bank chooses the place.'),
  {
    number: '38',
    asks: 'One logical vault, and the same security where it is highly available and recovered.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/results-at-rest.test.ts`]:
        'a vault that dies during the submit is waited for: the result is neither lost nor a success too early',
    },
    settings: ['RESULTS'],
    note: 'The bank runs the database of the vault, its standby and its own vault of numbers.',
  },
  {
    number: '39',
    asks: 'Only trusted connections to the vault, through its own service, with log and rights.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/doctor/examine-vault.test.ts`]:
        'the role of the servers keeps, opens and erases results, and changes nothing else; others do not get in',
      [`${server}/config/production-check.test.ts`]:
        'as the bank has decided: all three are taken, the outbox by its name and with a warning',
    },
    settings: ['RESULTS'],
    note: 'The same for its own vault of numbers is the bank’s.',
  },
  {
    number: '40',
    asks: 'Access to the vault is controlled, watched, logged, and odd access rings.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/results-at-rest.test.ts`]:
        'a result waits in the vault alone, reaches the bank whole, and is gone from there',
      [`${server}/metrics/watching-files.test.ts`]: 'promtool’s tests see each alert fire',
    },
    settings: ['RESULTS'],
    note: 'The bank sends the log to its SIEM, and does the same for its own vault of numbers.',
  },
  bank(
    41,
    'USB is closed unless approved.',
    "The bank's people, rooms and network. Scanners need an exception.",
  ),
  bank(42, 'Licensed protection against malware.'),
  bank(43, 'Paper copies have the first eight digits masked.'),
  {
    number: '44',
    asks: 'Messages between servers are secure; certificates are of a licensed Indian authority.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/gateways/identity-authority/build-request.test.ts`]:
        'Auth is signed with RSA-SHA256 over the whole document, with our certificate in KeyInfo',
    },
    note: 'The bank buys the certificates.',
  },
  {
    number: '45',
    asks: 'Identity data is shown to nobody else; a number shows its last four digits alone.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${server}/gateways/identity-authority/identity-authority.test.ts`]:
        'is verified, its id number masked and its time limit in ISO 8601',
      [`${portal}/features/kyc/order-page.test.tsx`]:
        '[rule 4] an order of somebody else shows the refusal and nothing else',
    },
  },
  {
    number: '46',
    asks: 'A session ends after 15 to 30 idle minutes.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${server}/domain/sessions.test.ts`]:
        '[rule 10] with an idle limit, a session that nobody used for so long is over; a used one is not',
      [`${server}/console/door.test.ts`]: 'ends after 15 minutes without a call, and after 10 hours in all',
    },
    settings: ['SESSION_IDLE_LIMIT_MS'],
  },
  bank(
    47,
    'Secure development, and training of developers.',
    'CONTRIBUTING.md tells ours; the bank keeps the records of its own.',
  ),
  {
    number: '48',
    asks: 'Number, virtual ID and PID block are not stored locally.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${portal}/session/session.test.ts`]:
        '[SES-7] biometrics, one-time passwords and the token are never written, and never taken from storage',
      [`${portal}/features/kyc/do-kyc-page.test.tsx`]:
        '[KYC-7] [SES-7] a captured finger reaches no storage and is deleted after two minutes',
    },
  },
  {
    number: '49',
    asks: 'e-KYC data is encrypted in tables.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${server}/domain/submission.test.ts`]:
        'a verified customer goes to the bank by the outbox, and is erased from it then',
      [`${server}/domain/secret-box.test.ts`]:
        'a box with another label, or with any byte changed or missing, does not open',
    },
  },
  {
    number: '50',
    asks: 'Patches N or N-1 at application, server and network.',
    kept: 'both',
    state: 'kept',
    tests: {
      'scripts/supply-chain.test.ts': '[rule 25] a hash pins every package, and the registry serves it',
      'scripts/compose.test.ts':
        'a setting names every image with tag and digest; the default has a full name and a tag',
    },
    note: 'The bank installs releases, and patches its machines.',
  },
  bank(
    51,
    'Leased or secure private lines to the ASA.',
    'The bank orders the line; the server speaks https to it.',
  ),
  bank(
    52,
    'Servers in a segment of their own, for nothing else.',
    'The bank plans the network; the compose file keeps database and servers on networks of their own.',
  ),
  bank(53, 'Servers behind a firewall that lets listed addresses in.'),
  bank(54, 'Intrusion detection and prevention.'),
  bank(55, 'The internet is reachable as far as work needs it.'),
  {
    number: '56',
    asks: 'A number crosses open networks encrypted by current TLS alone.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/database/database-link.test.ts`]: 'and connects to no database without TLS',
      [`${server}/http/mount.test.ts`]:
        '[rule 20] refusals of every kind carry them too, and behind https the order to stay there',
    },
    settings: ['OVER_HTTPS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'DATABASE_NETWORK'],
    note: 'The bank runs the proxy; the rules count this among its network.',
  },
  {
    number: '57',
    asks: 'Test and production are apart, and tests have test data.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/config/production-check.test.ts`]: 'is every server that does not declare itself a demo',
      [`${server}/database/demo-data.test.ts`]: "[rule 25] demo data is never loaded beside a bank's agents",
    },
    settings: ['DEMO_DATA'],
    note: 'The bank keeps its own environments apart.',
  },
  bank(58, 'Nobody writes harmful code.'),
  {
    number: '59',
    asks: 'Licence keys are secure; each Sub-AUA has its own.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/config/config-from.test.ts`]: [
        'a secret comes from the file that NAME_FILE names, without its final newline',
        'every bad variable is listed at once, and none of their values',
      ],
    },
    note: 'The bank guards the files.',
  },
  {
    number: '60',
    asks: 'A holder may use a virtual ID in place of the number.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/gateways/identity-authority/identity-authority.test.ts`]:
        'for a virtual id leaves the number masked as the authority masked it',
    },
    note: "The bank's interface gives it; its own screens ask for it.",
  },
  {
    number: '61',
    asks: 'UID tokens can be stored.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/gateways/identity-authority/identity-authority.test.ts`]:
        'is verified, its id number masked and its time limit in ISO 8601',
    },
    note: 'The token goes to the bank, which stores it.',
  },
  {
    number: '62',
    asks: 'Number and virtual ID never identify customers elsewhere.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${journeys}/whole-session.spec.ts`]:
        '[NAV-12, HDR-4] a whole session calls no other site, logs nothing to the console, puts no number into an address and leaves nothing behind',
    },
    note: "Orders have the bank's reference and ids of their own.",
  },
  {
    number: '63',
    asks: 'Each device has a code of its own, and each transaction a number.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/gateways/identity-authority/build-request.test.ts`]:
        '[KYC-10] the capture fills the fields of Authentication 2.5 unchanged',
      [`${server}/domain/submission.test.ts`]:
        '[API-13] a match answers with the transaction and is listed as a success',
    },
    note: 'The device makes its code; the server makes the transaction.',
  },
  {
    number: '64',
    asks: 'Exceptions are handled, and another way of authentication is there.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${portal}/features/kyc/exception-page.test.tsx`]:
        'a reason is asked for, no need is ticked, and the slip follows',
      [`${server}/domain/exceptions.test.ts`]:
        'the order stays open: another finger may still succeed, and then there is nothing to record',
    },
    note: 'The bank writes its other ways into the branding (otherWays).',
  },
  {
    number: '65',
    asks: 'The holder is told success and failure of each authentication by SMS or e-mail.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/domain/messages-for-holders.test.ts`]: [
        'the holder is told of a success in her language, with the digits that the bank allows',
        'without a phone the bank gets a failure, with nobody in it, and a success by its result alone',
      ],
    },
    note: 'The bank gives phone and language with the customer and registers the texts, or takes kyc.failed and tells the holder itself.',
  },
  {
    number: '66',
    asks: 'Grievances are handled, by several channels.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${portal}/features/kyc/exception-page.test.tsx`]:
        'the slip speaks the customer’s language and has the bank’s own text; it prints',
    },
    settings: ['BRANDING_FILE'],
    note: 'The addresses stand on the privacy page, receipt, slip and the SMS to the holder; the bank answers.',
  },
  {
    number: '67',
    asks: 'Listed callers and calls, limits of rate, and no foreign origins.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/http/bad-input.test.ts`]: '%s of a call is refused, and no foreign page is allowed in',
      [`${server}/domain/submission.test.ts`]:
        '120 checks an hour is the limit of an agent, made at once or not; then it is told when to come again',
      [`${server}/http/limits.test.ts`]:
        '500 slow connections take nobody’s place: normal clients are served meanwhile',
    },
    settings: ['TRUSTED_PROXIES'],
    note: 'The bank lists addresses at its gateway.',
  },
  {
    number: '68',
    asks: 'The source is reviewed by an empanelled auditor.',
    kept: 'bank',
    note: 'The bank orders it; the source is whole, and docs/security.md has what tools of others found.',
  },
  {
    number: '69',
    asks: 'Static and dynamic tests a year, and no vulnerable part.',
    kept: 'both',
    state: 'half',
    tests: {
      [`${server}/http/fuzz.test.ts`]:
        '[rule 14] ${runs} requests of the seed ${seed}: odd fields of every call, and right calls in any order',
    },
    note: 'The bank orders the yearly test.',
  },
  bank(70, 'Vulnerability assessment and penetration tests of network and applications.'),
  {
    number: '71',
    asks: 'The application works with identity management, privileged access and SIEM.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/gateways/identity-provider.test.ts`]:
        'names a person by issuer and subject, with name, groups and session',
      [`${server}/log/kept-log.test.ts`]: [
        'rsyslog keeps a real log of the server as ECS, and nothing of other containers',
        'logrotate keeps a file a day, and 180 of them',
      ],
    },
    settings: ['OIDC_ISSUER'],
    note: 'deploy/logs maps the log to ECS; the bank collects it.',
  },
  {
    number: '72',
    asks: 'No password, token or key in code.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${server}/config/config-from.test.ts`]:
        '[rule 25] a placeholder or a regular text is refused as a secret',
      'scripts/compose.test.ts': 'git ignores the files of secrets, and make-secrets.sh makes or names each',
    },
  },
  {
    number: '73',
    asks: 'A log of each transaction: request, answer, disclosure, consent; never PID, number or virtual ID.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${server}/domain/audit-trail.test.ts`]:
        '[rules 16, 17] order, consent, submit and verdict leave a row each',
      [`${server}/domain/published-consents.test.ts`]:
        'and the order keeps the hash of the text, by which the database has the text itself',
    },
    settings: ['auditOnlineYears', 'auditArchivedYears'],
  },
  {
    number: '74',
    asks: 'Security events are recorded and stored.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${server}/domain/refusal-record.test.ts`]:
        'a call that is denied leaves an audit row that names the agent',
      [`${server}/domain/audit-trail.test.ts`]:
        '[rule 17] a log-in leaves a row, and so does a wrong one; a stranger has no number in it',
    },
    settings: ['auditOtherYears'],
  },
  {
    number: '75',
    asks: 'Events are watched and reviewed, and only authorised people read them.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/console/looks.test.ts`]: 'is for auditors and security alone, and each look leaves a row',
      [`${server}/database/audit-chain.test.ts`]:
        '[rule 17] rows and heads removed together are found by a head kept elsewhere',
    },
    note: 'The bank reads them.',
  },
  {
    number: '76',
    asks: 'Clocks follow the time of NIC or NPL.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/doctor/examine.test.ts`]:
        'show their time: a small difference is a warning, a large one a problem',
    },
    note: 'The bank sets the source; docs/operations.md names it.',
  },
  {
    number: '77',
    asks: 'A module analyses authentications for fraud.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${server}/domain/fraud-rules.test.ts`]: [
        'every pattern of fraud is found, and no honest agent is named',
        'the watch on the database names whom the rules name by themselves',
      ],
    },
    note: 'Eight rules ring, and stop an agent only where the policy says so; decision record 124 has what they cannot find.',
  },
]

/** Rules of 2025 to 2027 that concern the software, and that the auditor's list does not contain. */
export const otherRules: readonly Control[] = [
  {
    number: '1.2',
    asks: 'Consent is kept as a record, with the text that was shown.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${server}/domain/published-consents.test.ts`]: [
        'and the order keeps the hash of the text, by which the database has the text itself',
        'a text is erased when no order can name it any more, and a published one stays',
      ],
      [`${server}/admin/evidence.test.ts`]:
        'of a %s has the order, its text, its proofs and its delivery; its own page checks it offline',
    },
    settings: ['CONSENT_REQUIRED'],
  },
  {
    number: '1.6',
    asks: 'Only registered, certified devices.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/domain/capture-check.test.ts`]:
        'refuses a device of which provider, service or model is not listed',
      [`${server}/config/production-check.test.ts`]:
        '[control 1.6] the registry that ships is in the format of a bank, and each row tells day, source and certainty',
    },
    settings: ['DEVICE_REGISTRY'],
    note: 'The registry that ships certifies nothing and has one L1 model; the bank names its own by the list of the authority.',
  },
  {
    number: '1.7',
    asks: 'The operation of devices is watched.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/domain/order-details.test.ts`]:
        'a verified order tells its consent and device, and is otherwise as in the list',
      [`${server}/administration/find-orders.test.ts`]:
        'is known by its model, its drivers and its units, which tell no number of the device',
      [`${portal}/features/kyc/do-kyc-page.test.tsx`]:
        '[KYC-7] a certificate that ends soon is told while the finger is waited for, and before the next scan',
      [`${server}/metrics/metrics.test.ts`]:
        'units of devices are counted by the end of their certificate, by the job that shares them',
    },
    note: 'The alert EkycDeviceCertificatesEnd and `admin devices` tell the bank, which acts on it.',
  },
  {
    number: '1.8',
    asks: 'A yearly audit by a certified auditor.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/admin/audit.test.ts`]:
        'an export holds every row of its days and a head that later verifications go on from',
    },
    note: 'The bank orders it; admin compliance and audit verify are the evidence.',
  },
  {
    number: '1.10',
    asks: 'The holder withdraws consent at any time: verifiable erasure, with an acknowledgement.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/admin/holds.test.ts`]: [
        'erases what waits for the bank, tells the bank, and is acknowledged in her words',
        'after the bank has the details says what the bank must erase',
      ],
    },
    note: 'The bank erases its own copy at the event consent.revoked.',
  },
  {
    number: '1.12',
    asks: 'Biometrics and PID block are never stored.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${server}/nothing-secret-at-rest.test.ts`]:
        '[rule 1] after log-in, new password, verified and failed orders database and log hold nothing secret',
    },
  },
  {
    number: '1.16',
    asks: 'Two years at hand, five in the archive, then erased, but for what a court needs.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/database/housekeeping.test.ts`]:
        '[rule 18] orders and their daily counters go with the month that ended 7 years ago, unsubmitted orders after 1 year',
      [`${server}/database/holds.test.ts`]:
        '[rule 18] what is held by its %s outlives its months, byte for byte, until the hold is lifted; nothing else does',
    },
    settings: ['auditOnlineYears', 'auditArchivedYears'],
    note: 'The bank names what is held: holds add.',
  },
  {
    number: '1.17',
    asks: 'The holder sees the log of her own transactions.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/admin/orders.test.ts`]:
        'a reference finds the orders of all agents, the newest first, with who they are of',
      [`${server}/admin/evidence.test.ts`]:
        'of a %s has the order, its text, its proofs and its delivery; its own page checks it offline',
    },
    note: 'The bank identifies her, and hands her the pack.',
  },
  {
    number: '1.18',
    asks: "Disputes need the authority's answer, which it keeps for six months.",
    kept: 'software',
    state: 'kept',
    tests: {
      [`${server}/gateways/identity-authority/identity-authority.test.ts`]:
        'the digest of the signed answer comes with the verdict, of a success and of a refusal',
    },
    note: 'The digest is kept; an order has it in its steps.',
  },
  {
    number: '1.19',
    asks: 'A holder who has locked the biometrics is told so.',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${portal}/features/kyc/authority-advice.test.ts`]:
        '[KYC-12] every code of the authority has its reason, what to say and what to do',
    },
  },
  {
    number: '1.24',
    asks: 'No device of level 0.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/config/production-check.test.ts`]:
        '[controls 1.6, 1.24] is L1 only in production, whatever its registry; the bank may override it by a word',
    },
    settings: ['DEVICE_REGISTRY', 'LEVEL_1_ONLY'],
    note: 'The bank names its models.',
  },
  {
    number: '3.1',
    asks: 'Operators: KYC dates, dormancy after three months, limits by risk, place and speed, reviews.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/domain/operators.test.ts`]: [
        'three months without an order refuse a KYC and no log-in, until the bank records a new KYC',
        'hour and day are counted by the claim, and told before the next customer',
      ],
    },
    note: 'The bank does the KYC, and sets the limits (kycPer… of POLICY_FILE); a place is the outlet on record, for nobody is asked for a location.',
  },
  {
    number: '3.3',
    asks: 'Re-KYC by a declaration of the customer after the e-KYC, with an acknowledgement.',
    kept: 'both',
    state: 'not yet',
    note: 'The bank records the declaration.',
  },
  {
    number: '3.4',
    asks: 'No KYC is refused by a machine alone; an officer records the reason.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/domain/exceptions.test.ts`]:
        'the last try of the day opens one by itself, and the refusal says who looks again and by when',
      'product/console/src/features/exceptions/exceptions-page.test.tsx':
        'a supervisor sees why, what is needed and by when, and decides',
    },
    note: 'The officer is the bank’s.',
  },
  {
    number: '3.7',
    asks: 'Two factors, one of them dynamic (the yardstick of payments).',
    kept: 'software',
    state: 'kept',
    tests: {
      [`${server}/domain/second-factor.test.ts`]:
        '[control 10] of two log-ins with one OTP at the same moment one is opened',
    },
    settings: ['SECOND_FACTOR'],
    note: 'See control 10.',
  },
  {
    number: '3.8',
    asks: 'Outsourced IT: audit rights, incident reports, a way out.',
    kept: 'both',
    state: 'half',
    tests: {
      [`${server}/admin/audit.test.ts`]:
        'an export holds every row of its days and a head that later verifications go on from',
    },
    note: 'The contract is the bank’s.',
  },
  {
    number: '4.1',
    asks: 'Data protection: notice, withdrawal, security, breach, erasure, children (13 May 2027).',
    kept: 'both',
    state: 'half',
    tests: {
      [`${server}/database/privacy-register.test.ts`]:
        '[rule 18] nothing is left after eight years where the register says that the sweep ends it',
      [`${server}/admin/erase-agent.test.ts`]:
        'leaves no mobile, name or address in any table, while orders and audit rows keep the id',
      [`${server}/admin/evidence.test.ts`]:
        'is everybody of the time, or those of an agent, a server, a device or a key',
      [`${server}/config/branding.test.ts`]:
        'a consent text in any language of the Eighth Schedule can be used, and approved',
    },
    note: 'No guardian line for children.',
  },
  {
    number: '4.2',
    asks: 'Incidents within six hours, logs of 180 days in India, a contact.',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/log/kept-log.test.ts`]: 'logrotate keeps a file a day, and 180 of them',
      [`${server}/admin/evidence.test.ts`]:
        "is told in CERT-In's form, with what a person must fill in marked",
    },
    note: 'The bank keeps the contact and sends the report.',
  },
  {
    number: '4.4',
    asks: 'Bills of materials with 21 fields, VEX and CBOM for each release.',
    kept: 'both',
    state: 'half',
    tests: {
      'product/server/src/image.long.test.ts':
        '[rule 25] the bill of materials in the image lists each package that lies in it',
    },
    note: "Each release has npm's bill of materials; docs/security.md answers advisories, and docs/operations.md lists the algorithms. The bank adds the fields that npm does not know.",
  },
  {
    number: '4.5',
    asks: 'SMS by registered templates (DLT).',
    kept: 'both',
    state: 'kept',
    tests: {
      [`${server}/domain/one-time-password-message.test.ts`]:
        "the SMS has the agent's language where the bank has a text in it, registered by itself",
    },
    settings: ['BRANDING_FILE'],
    note: 'The bank registers the texts.',
  },
  {
    number: '5.1',
    asks: 'Access for all by IS 17802, with a report.',
    kept: 'both',
    state: 'half',
    tests: {
      [`${journeys}/keyboard.spec.ts`]:
        '[LOG-1, LOG-6, KYC-2, KYC-7, KYC-10, HDR-4] the whole job by keyboard alone, with the focus where it is expected and every step announced @whole-browser',
      [`${journeys}/spoken-transcript.spec.ts`]: 'a whole KYC reads aloud as in spoken-transcript.txt',
    },
    note: 'docs/accessibility.md is the report; no screen reader was run by anybody who needs one.',
  },
  {
    number: '5.3',
    asks: 'Alternatives, needs of people with disabilities, human review of refusals.',
    kept: 'both',
    state: 'half',
    tests: {
      [`${portal}/features/kyc/exception-page.test.tsx`]: 'needs go to the bank by the customer’s wish only',
      [`${server}/domain/exceptions.test.ts`]:
        'needs are sealed, shown to the bank, and erased by the decision',
    },
    note: 'Alternatives, needs and human review as in control 64; sign language, recorded audio and audits by blind testers are the bank’s.',
  },
  {
    number: '5.6',
    asks: "Hindi, English and the region's language.",
    kept: 'both',
    state: 'half',
    tests: {
      [`${journeys}/every-screen.spec.ts`]: 'a text that the language lacks is shown in English, and says so',
    },
    note: 'Drafts in ten languages that no native speaker has signed.',
  },
]
