import type { OfferedWords } from '#screenplay/language/offeredWords.ts';
import { createStore } from '#web/lib/store.ts';

/**
 * Words of the open script's language that completion offers. They are loaded after the page; null
 * until then, and for English.
 */
export const offeredWords = createStore<OfferedWords | null>(null);
