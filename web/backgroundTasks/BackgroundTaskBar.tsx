import { backgroundTasks } from '#web/backgroundTasks/backgroundTasks.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { useStore } from '#web/lib/store.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';

// Most visits never have any: its code comes with the first.
const rows = createLazyModule(() =>
  import('./BackgroundTaskRows.tsx').then((file) => file.BackgroundTaskRows),
);

/** Below a screen: what goes on, or was made, while its window is closed. */
export function BackgroundTaskBar() {
  const works = useStore(backgroundTasks);
  if (works.length === 0) return null;
  return (
    <WhenLoaded part={rows} onFailure={() => {}}>
      {(LongWorkRows) => <LongWorkRows works={works} />}
    </WhenLoaded>
  );
}
