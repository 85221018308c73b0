import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { createAppRouter } from './routes.tsx';
import { Toaster } from './ui/Toaster.tsx';
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
      <Toaster />
    </TooltipProvider>
  );
}
