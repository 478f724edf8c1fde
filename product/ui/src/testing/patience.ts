import { configure } from '@testing-library/dom'

/** A screen may load slowly on a busy machine; Testing Library waits for one second otherwise. */
configure({ asyncUtilTimeout: 20_000 })
