import { Component, type ReactNode } from 'react'

import { Button } from '../parts/button.tsx'
import { t } from '../texts/t.ts'

type Props = { children: ReactNode; at: string }
type State = { hasFailed: boolean; at: string }

/** Catches an error while a page loads or renders. Another address clears it; a reload also finds a new release. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, at: this.props.at }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ at }: Props, state: State): Partial<State> | null {
    return at === state.at ? null : { at, hasFailed: false }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div role="alert">
        <h1>{t('error.title')}</h1>
        <p>{t('error.text')}</p>
        <Button onClick={() => location.reload()}>{t('frame.reload')}</Button>
      </div>
    )
  }
}
