import { backgroundTasks } from '#web/backgroundTasks/backgroundTasks.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { useStore } from '#web/lib/store.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';

// Most visits have no task, so this code loads with the first one.
const rows = createLazyModule(() =>
  import('./BackgroundTaskRows.tsx').then((file) => file.BackgroundTaskRows),
);

/** Show running and finished tasks without an open dialog, below every screen. */
export function BackgroundTaskBar() {
  const works = useStore(backgroundTasks);
  if (works.length === 0) return null;
  return (
    <WhenLoaded part={rows} onFailure={() => {}}>
      {(LongWorkRows) => <LongWorkRows works={works} />}
    </WhenLoaded>
  );
}
