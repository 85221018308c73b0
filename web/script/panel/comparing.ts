import { createLazyModule } from '#web/lib/lazyModule.ts';

/** The dialog that compares drafts, loaded when it is opened. */
export const comparing = createLazyModule(() =>
  import('#web/history/comparing/CompareDialog.tsx').then((file) => file.CompareDialog),
);
