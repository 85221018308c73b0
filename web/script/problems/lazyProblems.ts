import { createLazyModule } from '#web/lib/lazyModule.ts';

export const deletingDialog = createLazyModule(() =>
  import('./DeletingDialog.tsx').then((file) => file.DeletingDialog),
);

export const pasteNotice = createLazyModule(() =>
  import('./PasteNotice.tsx').then((file) => file.PasteNotice),
);
