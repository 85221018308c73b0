import type { ScriptVersion } from '#shared/contract/history.ts';
import type { Side } from './side.ts';

/** A dialog that the history has opened. */
export type HistoryQuestion =
  | { asks: 'restore'; side: Side }
  | { asks: 'compare'; before: Side; after: Side }
  /** Name the current script, or the script after a change. */
  | { asks: 'name'; historyId?: number }
  | { asks: 'rename'; version: ScriptVersion }
  | { asks: 'delete'; version: ScriptVersion };
