import { toast } from './toast.ts';
import { toastTexts } from './toastTexts.ts';

/** Thrown instead of a call that reads the script while the server lacks the latest text. */
export class UnsentScriptError extends Error {
  override name = 'UnsentScriptError';
}

/** Store the typed text and wait until the server has it. Rejects with UnsentScriptError. */
export type StoreScript = () => Promise<void>;

interface RegisteredScript {
  projectId: number;
  store: StoreScript;
  /** Whether its view is open; if not, changes may still be pending. */
  isOpen: boolean;
}

const registered = new Set<RegisteredScript>();
/** Delay after which "Saving…" is shown. */
const showAfterMs = 400;

/** Register how a script is stored. Returns a function that ends that. */
export function registerStoreScript(projectId: number, store: StoreScript, isOpen = true): () => void {
  const entry = { projectId, store, isOpen };
  registered.add(entry);
  return () => void registered.delete(entry);
}

/**
 * Store unsent text before something reads the script on the server: exports, versions, the reading
 * view, read-only links and calls to models. Shows "Saving…" while it takes time. Returns null if
 * no script is registered; `projectId` null stores the open script. Throws UnsentScriptError if the
 * server cannot have the latest text now.
 */
export function storeUnsentScript(projectId: number | null): Promise<void> | null {
  const scripts = [...registered].filter((each) =>
    projectId === null ? each.isOpen : each.projectId === projectId,
  );
  if (scripts.length === 0) return null;
  let shown: { dismiss: () => void } | null = null;
  const timer = setTimeout(() => {
    shown = toast(toastTexts.savingFirst);
  }, showAfterMs);
  const all = Promise.all(scripts.map(({ store }) => store()));
  return all
    .then(() => undefined)
    .finally(() => {
      clearTimeout(timer);
      shown?.dismiss();
    });
}

/**
 * Run `act`, which reads the script, once the server has the latest text. If the text cannot be
 * stored now, a toast shows the reason and offers to continue without it.
 */
export function whenScriptIsStored(projectId: number, label: string, act: () => void): void {
  const storing = storeUnsentScript(projectId) ?? Promise.resolve();
  storing.then(act, (error: unknown) => {
    if (error instanceof UnsentScriptError) showNotSaved(error, label, act);
    else throw error;
  });
}

/** Show why the latest text is not stored, and offer to continue without it. */
export function showNotSaved({ message }: UnsentScriptError, label: string, onClick: () => void): void {
  toast({ ...toastTexts.notSavedYet, description: message, action: { label, onClick } });
}
