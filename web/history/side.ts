import type { HistoryEntry, ScriptVersion } from '#shared/contract/history.ts';
import { timeAgo } from '#web/lib/dates.ts';
import type { HistoryMoment } from './history.data.ts';

/** One side of a comparison: a moment of the script, the current script (null), or a file. */
export interface Side {
  key: string;
  label: string;
  moment: HistoryMoment | null;
  file?: File;
}

export const currentSide: Side = { key: 'now', label: 'Now', moment: null };

export function versionSide({ id, name, historyId, moveId }: ScriptVersion): Side {
  return { key: `version ${id}`, label: name, moment: { historyId, moveId } };
}

export function entrySide({ id, timestamp }: HistoryEntry): Side {
  return { key: `entry ${id}`, label: timeAgo(timestamp), moment: { historyId: id } };
}

/** Return the side of the last change before a time. */
export function momentSide({ historyId, moveId }: Required<HistoryMoment>, changedAt: string): Side {
  const label = new Date(changedAt).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  return { key: `moment ${historyId} ${moveId}`, label, moment: { historyId, moveId } };
}

let fileCount = 0;

/** Return the side of a chosen file. A file that is chosen again is another side: it may differ. */
export function fileSide(file: File): Side {
  return { key: `file ${++fileCount}`, label: file.name, moment: null, file };
}
