import { useEffect, useRef } from 'react';
import { animateLanding } from './enliven.ts';
import { LandingPage } from './LandingPage.tsx';

/** The landing page as React draws it: where no build has made one, in development and in tests. */
export function DrawnLanding() {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => (page.current ? animateLanding(page.current) : undefined), []);
  return (
    <div ref={page}>
      <LandingPage />
    </div>
  );
}
