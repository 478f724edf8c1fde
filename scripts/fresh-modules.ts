import { vi } from 'vitest'

// Resets the state before each test file, because one process runs many test files. Each file evaluates the project's
// modules again, and finds no fake clock or global of the file before. Only packages stay loaded.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
