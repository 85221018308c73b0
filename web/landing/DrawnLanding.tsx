import { useEffect, useRef } from 'react';
import { animateLanding } from './enliven.ts';
import { LandingPage } from './LandingPage.tsx';

/**
 * Render the landing page with React, in development and tests, where no build has prerendered it.
 */
export function DrawnLanding() {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => (page.current ? animateLanding(page.current) : undefined), []);
  return (
    <div ref={page}>
      <LandingPage />
    </div>
  );
}
