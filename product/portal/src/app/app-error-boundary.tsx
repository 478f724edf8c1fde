import { Component, type ReactNode } from 'react'

import { UnexpectedError } from './unexpected-error.tsx'

type Props = { children: ReactNode; at: string }
type State = { hasFailed: boolean; at: string }

/** Catches an error while a screen is found, loaded or rendered. Another path clears it. */
export class AppErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, at: this.props.at }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ at }: Props, state: State): Partial<State> | null {
    return at === state.at ? null : { at, hasFailed: false }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <UnexpectedError /> : this.props.children
  }
}
