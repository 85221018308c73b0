import { Component, type ReactNode } from 'react';
import { ProblemPage } from './ProblemPage.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Whether the surrounding page already has a `<main>` element. */
  isInside?: boolean;
}

interface State {
  problem: { error: unknown } | null;
}

/**
 * Show an explanation instead of an empty page when a child fails to render; React logs the error.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { problem: null };

  static getDerivedStateFromError(error: unknown): State {
    return { problem: { error } };
  }

  override render(): ReactNode {
    const { isInside = false, children } = this.props;
    const { problem } = this.state;
    return problem ? <ProblemPage error={problem.error} isInside={isInside} /> : children;
  }
}
