import type { ScreenFile } from '#shared/opening.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { screenCode } from './screenCode.ts';
import { viewCode } from './viewCode.ts';

/**
 * Code of each screen; shared/opening.ts says which one an address shows. The screens import
 * nothing from here.
 */
export const codeOf = {
  'Screens.tsx': createLazyModule(() => import('./Screens.tsx').then(({ openScreens }) => openScreens())),
  ...screenCode,
  ...viewCode,
} satisfies Record<ScreenFile, unknown>;
