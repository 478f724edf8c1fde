/** Put in by the build (scripts/build.mjs); run from its sources the server has neither. */
declare const BUILD_VERSION: string | undefined
declare const BUILD_COMMIT: string | undefined

export type Build = { version: string; commit: string }

/** What runs: the package's version and the commit that it was built from. */
export const build: Build = {
  version: typeof BUILD_VERSION === 'string' ? BUILD_VERSION : 'unknown',
  commit: typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : 'unknown',
}
