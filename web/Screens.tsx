import { RouterProvider } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { logFailure } from './lib/logFailure.ts';
import { currentToasts, watchToasts } from './lib/toast.ts';
import { WhenLoaded } from './lib/WhenLoaded.tsx';
import { createAppRouter } from './routes.tsx';
import { TooltipProvider } from './ui/Tooltip.tsx';

type AppRouter = ReturnType<typeof createAppRouter>;

/** The router of the page that is being opened, which knows its screen before anything is drawn. */
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

/** Everything but a visitor's first page. */
export function Screens() {
  const [router] = useState(takeRouter);
  return (
    <TooltipProvider>
      <RouterProvider router={router} />
      <Toasts />
    </TooltipProvider>
  );
}

const toaster = createLazyModule(() => import('./ui/Toaster.tsx').then((file) => file.Toaster));

/** Their code comes with the first of them; where it does not come, the next one asks again. */
function Toasts() {
  const latest = useSyncExternalStore(watchToasts, () => currentToasts()[0]?.id ?? null);
  if (latest === null) return null;
  return (
    <WhenLoaded
      key={toaster.loaded() ? 'loaded' : latest}
      part={toaster}
      onFailure={() => logFailure('A toast', 'its code did not come')}
    >
      {(Toaster) => <Toaster />}
    </WhenLoaded>
  );
}
