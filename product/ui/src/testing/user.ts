import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'

/** A person at the page, who needs no time. */
export const user = userEvent.setup({ advanceTimers: ms => vi.advanceTimersByTime(ms) })
