import type { Plugin } from 'vite'

/**
 * The exports of React that neither a module of the portal nor React itself imports. React is CommonJS, so the bundler
 * keeps every export. Removing these exports saves 1,800 of the 70,000 bytes for which the log-in waits. React
 * publishes no build condition for this, and aliases of its files do not help. The bundler's `propertyReadSideEffects:
 * false` saves only 50 bytes; `propertyWriteSideEffects: false` also removes React's own writes to the page.
 */
const unused: Record<string, string[]> = {
  react: [
    'Activity',
    'Children',
    'Profiler',
    'PureComponent',
    'ViewTransition',
    '__COMPILER_RUNTIME',
    'addTransitionType',
    'cache',
    'cacheSignal',
    'cloneElement',
    'createElement',
    'createRef',
    'forwardRef',
    'isValidElement',
    'memo',
    'unstable_useCacheRefresh',
    'useImperativeHandle',
    'useInsertionEffect',
    'useOptimistic',
    'useTransition',
  ],
  'react-dom': [
    'browser',
    'createPortal',
    'preconnect',
    'prefetchDNS',
    'preinit',
    'preinitModule',
    'preload',
    'preloadModule',
    'requestFormReset',
    'unstable_batchedUpdates',
    'useFormState',
    'useFormStatus',
    'version',
  ],
  scheduler: [
    'unstable_Profiling',
    'unstable_forceFrameRate',
    'unstable_next',
    'unstable_runWithPriority',
    'unstable_wrapCallback',
  ],
}

/** Removes the unused exports from the build. Fails the build if a module imports one of them. */
export function leaveOut(): Plugin {
  return {
    name: 'leave-out',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    transform(code, id) {
      if (id.endsWith('/react-dom-client.production.js')) return { code: withoutHints(code), map: null }
      const packageName = /node_modules\/(react|react-dom|scheduler)\/cjs\/\1\.production\.js$/.exec(id)?.[1]
      if (packageName !== undefined) return { code: without(unused[packageName] ?? [], code), map: null }
      const imported = importsOf(code).find(({ name, from }) => unused[from]?.includes(name))
      if (imported)
        this.error(`${id} imports ${imported.name} of ${imported.from}, which vite/leave-out.ts leaves out.`)
      return null
    },
  }
}

/** In React's files, each export is one statement at the start of a line. */
export function without(names: readonly string[], code: string): string {
  const statements = code.split(/\n(?=exports\.)/)
  const rest = statements.filter(statement => !names.includes(/^exports\.(\w+) =/.exec(statement)?.[1] ?? ''))
  if (statements.length - rest.length !== names.length)
    throw new Error('An export that vite/leave-out.ts names is not in React any more.')
  return rest.join('\n')
}

/**
 * Removes the functions behind react-dom's resource hints (`preload` and similar). Their exports are in the list
 * `unused`. This saves 660 bytes of the log-in.
 */
export function withoutHints(code: string): string {
  const carriers = /^(ReactDOMSharedInternals\.d = \{\n {2}f: flushSyncWork),\n {2}r: [^}]*\n\};$/m
  if (!carriers.test(code))
    throw new Error("React's hints, which vite/leave-out.ts removes, have another shape.")
  return code.replace(carriers, '$1\n};')
}

export function importsOf(code: string): { name: string; from: string }[] {
  const statements = code.matchAll(
    /import\s*(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*['"](react|react-dom)['"]/g,
  )
  const imports = [...statements].flatMap(([, names = '', from = '']) =>
    names.split(',').map(name => ({ name: name.trim().split(/\s+as\s+/)[0] ?? '', from })),
  )
  const members = [...code.matchAll(/\b(?:React|ReactDOM)\d*\.(\w+)/g)].flatMap(([, name = '']) =>
    Object.keys(unused).map(from => ({ name, from })),
  )
  return [...imports, ...(/from\s*['"]react(-dom)?['"]/.test(code) ? members : [])]
}
