/** The path of the sign-in page. Server and console share this module's paths for routes, redirects and links. */
export const signInPage = '/sign-in'
/** The path of the page that shows that the provider has proven who acts. This page closes the window of the proof. */
export const provenPage = '/proven'

/** The values of the query `problem` of the sign-in page. They tell why a sign-in has failed. */
export const signInProblems = ['failed', 'no-role', 'provider-away', 'proof-over', 'too-many'] as const
export type SignInProblem = (typeof signInProblems)[number]
