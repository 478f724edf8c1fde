import { Component, type ReactNode } from 'react'

type Props = {
  /** The place in the app, such as the path. A change of this value clears the error. */
  at: string
  /** The content that is shown after an error instead of `children`. */
  instead: ReactNode
  children: ReactNode
}
type State = { hasFailed: boolean; at: string }

/** Catches an error while an app finds, loads or renders a screen. */
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
