import { Component, type ReactNode } from 'react';
import { ProblemPage } from './ProblemPage.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** It stands in a page that has its own main part. */
  isInside?: boolean;
}

interface State {
  problem: { error: unknown } | null;
}

/** Shows plain words instead of an empty page; React itself logs the error. */
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
