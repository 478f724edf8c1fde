import { vi } from 'vitest'

// One process runs many test files. Each file evaluates the project's modules again, and finds no fake clock or global
// of the former file; only packages stay loaded.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
