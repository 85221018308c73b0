import type { HistoryEntry, ScriptVersion } from '#shared/contract/history.ts';
import { timeAgo } from '#web/lib/dates.ts';
import type { HistoryMoment } from './history.data.ts';

/** One side of a comparison: a moment of the script, or the current script (null). */
export interface Side {
  key: string;
  label: string;
  moment: HistoryMoment | null;
}

export const currentSide: Side = { key: 'now', label: 'Now', moment: null };

export function versionSide({ id, name, historyId, moveId }: ScriptVersion): Side {
  return { key: `version ${id}`, label: name, moment: { historyId, moveId } };
}

export function entrySide({ id, timestamp }: HistoryEntry): Side {
  return { key: `entry ${id}`, label: timeAgo(timestamp), moment: { historyId: id } };
}
