import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { createAppRouter } from './routes.tsx';
import { Toaster } from './ui/Toaster.tsx';
import { TooltipProvider } from './ui/Tooltip.tsx';

/** Everything but a visitor's first page. */
export function Screens() {
  const [router] = useState(() => createAppRouter());
  return (
    <TooltipProvider>
      <RouterProvider router={router} />
      <Toaster />
    </TooltipProvider>
  );
}
