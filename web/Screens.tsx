import { RouterProvider } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { logFailure } from './lib/logFailure.ts';
import { currentToasts, watchToasts } from './lib/toast.ts';
import { WhenLoaded } from './lib/WhenLoaded.tsx';
import { createAppRouter } from './routes.tsx';

type AppRouter = ReturnType<typeof createAppRouter>;

/** Router of the page that is opening, loaded before the first render; null once it is used. */
let opened: AppRouter | null = null;

export async function openScreens(): Promise<typeof Screens> {
  opened = createAppRouter();
  await opened.load();
  return Screens;
}

function takeRouter(): AppRouter {
  const router = opened ?? createAppRouter();
  opened = null;
  return router;
}

/** Show the routed screens and toasts: every page except a visitor's first page. */
export function Screens() {
  const [router] = useState(takeRouter);
  return (
    <>
      <RouterProvider router={router} />
      <Toasts />
    </>
  );
}

const toaster = createLazyModule(() => import('./ui/Toaster.tsx').then((file) => file.Toaster));

/**
 * Show toasts. Their code loads with the first toast; if that fails, the next toast loads it again.
 */
function Toasts() {
  const latest = useSyncExternalStore(watchToasts, () => currentToasts()[0]?.id ?? null);
  if (latest === null) return null;
  return (
    <WhenLoaded
      key={toaster.loaded() ? 'loaded' : latest}
      part={toaster}
      onFailure={() => logFailure('A toast', 'its code could not be loaded')}
    >
      {(Toaster) => <Toaster />}
    </WhenLoaded>
  );
}
