import { toast } from './toast.ts';
import { toastTexts } from './toastTexts.ts';

/** A call that reads the script was not sent, because the server does not have the latest words. */
export class UnsentScriptError extends Error {
  override name = 'UnsentScriptError';
}

/** Stores what is typed and waits until the server has it; rejects with UnsentScriptError where it cannot. */
export type StoreScript = () => Promise<void>;

interface RegisteredScript {
  projectId: number;
  store: StoreScript;
  /** It is on the screen; false: its view has gone, and changes may still be pending. */
  isOpen: boolean;
}

const registered = new Set<RegisteredScript>();
/** Saving that takes longer is shown. */
const showAfterMs = 400;

/** Register how a script is stored. Returns a function that ends that. */
export function registerStoreScript(projectId: number, store: StoreScript, isOpen = true): () => void {
  const entry = { projectId, store, isOpen };
  registered.add(entry);
  return () => void registered.delete(entry);
}

/**
 * Store unsent text before something reads the script on the server: exports, versions, the reading
 * view, read-only links and calls to models. Shows "Saving…" while it takes time. Returns null where no
 * script is known here; `projectId` null stores the script that is open.
 * @throws UnsentScriptError where the server cannot have the latest words now
 */
export function storeUnsentScript(projectId: number | null): Promise<void> | null {
  const scripts = [...registered].filter((each) =>
    projectId === null ? each.isOpen : each.projectId === projectId,
  );
  if (scripts.length === 0) return null;
  const timer = setTimeout(() => void toast(toastTexts.savingFirst), showAfterMs);
  const all = Promise.all(scripts.map(({ store }) => store()));
  return all.then(() => undefined).finally(() => clearTimeout(timer));
}

/**
 * Do something that reads the script on the server once the server has the latest words. Where it
 * cannot have them now, a toast says why and offers to do it without them.
 */
export function whenScriptIsStored(projectId: number, label: string, act: () => void): void {
  const storing = storeUnsentScript(projectId) ?? Promise.resolve();
  storing.then(act, (error: unknown) => {
    if (error instanceof UnsentScriptError) showNotSaved(error, label, act);
    else throw error;
  });
}

/** Say why the latest words are not stored, and offer to go on without them. */
export function showNotSaved({ message }: UnsentScriptError, label: string, onClick: () => void): void {
  toast({ ...toastTexts.notSavedYet, description: message, action: { label, onClick } });
}
