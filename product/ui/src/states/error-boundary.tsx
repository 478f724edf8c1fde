import { Component, type ReactNode } from 'react'

type Props = {
  /** A change of this value, such as the path, clears the error. */
  at: string
  instead: ReactNode
  children: ReactNode
}
type State = { hasFailed: boolean; at: string }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, at: this.props.at }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ at }: Props, state: State): Partial<State> | null {
    return at === state.at ? null : { at, hasFailed: false }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}
