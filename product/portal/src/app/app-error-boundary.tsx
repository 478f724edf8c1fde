import { Component, type ReactNode } from 'react'

import { UnexpectedError } from './unexpected-error.tsx'

type Props = { children: ReactNode; at: string }
type State = { hasFailed: boolean; at: string }

/** Catches an error while the app finds, loads or renders a screen. A change of the path clears the error. */
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
