import type { ScreenFile } from '#shared/opening.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { screenCode } from './screenCode.ts';
import { viewCode } from './viewCode.ts';

/** The code of each screen; shared/opening.ts says which one an address shows. Below it nothing leads back here. */
export const codeOf = {
  'Screens.tsx': createLazyModule(() => import('./Screens.tsx').then(({ openScreens }) => openScreens())),
  ...screenCode,
  ...viewCode,
} satisfies Record<ScreenFile, unknown>;
