import { Suspense } from 'react';
import { pagePath } from '#web/lib/basePath.ts';
import { lazyComponent } from '#web/lib/lazyComponent.ts';
import { useAuth } from '#web/session/auth.ts';
import { codeOf } from './opening.ts';
import { landingCode } from './screenCode.ts';
import { Unreachable } from './Unreachable.tsx';
import { Spinner } from './ui/Spinner.tsx';

const Screens = lazyComponent(codeOf['Screens.tsx']);
const Landing = lazyComponent(landingCode);

/** Determine the user, then the page: a visitor's first page needs neither router nor workspace. */
export function Start() {
  const { user, isLoading, isUnknown } = useAuth();
  if (isLoading) return <Spinner />;
  if (isUnknown) return <Unreachable />;
  const isVisitorAtHome = !user && pagePath() === '/';
  return <Suspense fallback={<Spinner />}>{isVisitorAtHome ? <Landing /> : <Screens />}</Suspense>;
}
