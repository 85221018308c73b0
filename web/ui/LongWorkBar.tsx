import { longWorks } from '#web/lib/longWork.ts';
import { partOf } from '#web/lib/part.ts';
import { useStore } from '#web/lib/store.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';

// Most visits never have any: its code comes with the first.
const rows = partOf(() => import('./LongWorkRows.tsx').then((file) => file.LongWorkRows));

/** Below a screen: what goes on, or was made, while its window is closed. */
export function LongWorkBar() {
  const works = useStore(longWorks);
  if (works.length === 0) return null;
  return (
    <WhenLoaded part={rows} onFailure={() => {}}>
      {(LongWorkRows) => <LongWorkRows works={works} />}
    </WhenLoaded>
  );
}
