import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { hasToastWatcher } from '#web/lib/toast.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { BetaDialog } from './BetaDialog.tsx';

let isOpen = false;
let isDrawn = false;
const listeners = new Set<() => void>();

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setOpen(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

/** Open the application form over the current page, which React need not have rendered. */
export function openBeta(): void {
  if (!isDrawn) {
    isDrawn = true;
    const place = document.createElement('div');
    document.body.append(place);
    createRoot(place).render(<Beta showsToasts={!hasToastWatcher()} />);
  }
  setOpen(true);
}

function Beta({ showsToasts }: { showsToasts: boolean }) {
  const open = useSyncExternalStore(watch, () => isOpen);
  return (
    <>
      <BetaDialog open={open} onClose={() => setOpen(false)} />
      {showsToasts && <Toaster />}
    </>
  );
}
