import { configure } from '@testing-library/dom'

/** Testing Library waits for one second by default, but a screen may load slowly on a busy machine. */
configure({ asyncUtilTimeout: 20_000 })
