/** The sign-in page. The server redirects browsers to the pages of this module, and links name them. */
export const signInPage = '/sign-in'
/** The page that shows that the provider has proven who acts. It closes the window of the proof. */
export const provenPage = '/proven'
/** The page of a one-time link. The link's token is the fragment of the address. */
export const enrolPage = '/enrol'

/** The values of the query `problem` of the sign-in page. They tell why a sign-in has failed. */
export const signInProblems = ['failed', 'no-role', 'provider-away', 'proof-over'] as const
export type SignInProblem = (typeof signInProblems)[number]
