import { lazy, Suspense } from 'react';
import { useAuth } from './lib/auth.ts';
import { Spinner } from './ui/Spinner.tsx';

const loadScreens = () => import('./Screens.tsx');
const Screens = lazy(() => loadScreens().then((file) => ({ default: file.Screens })));
const Landing = lazy(() => import('./landing/Landing.tsx').then((file) => ({ default: file.Landing })));

// Every other address needs the screens, whoever is there: they arrive while the server is asked who it is.
if (window.location.pathname !== '/') loadScreens().catch(() => 'reported when they are drawn');

/** Who is there, then what to load: a visitor's first page does without the router and the workspace. */
export function Start() {
  const { user, isLoading } = useAuth();
  if (isLoading) return <Spinner />;
  const isVisitorAtHome = !user && window.location.pathname === '/';
  return <Suspense fallback={<Spinner />}>{isVisitorAtHome ? <Landing /> : <Screens />}</Suspense>;
}
