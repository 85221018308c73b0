import type { HistoryEntry } from '#shared/contract/history.ts';

type Author = Pick<HistoryEntry, 'changedBy' | 'userId' | 'userEmail'>;

/** Return the author of a change as the reader knows them (docs/spec/history.md). */
export function historyAuthor(
  { changedBy, userId, userEmail }: Author,
  readerId: string | undefined,
): string {
  if (changedBy === 'ai') return 'AI Assistant';
  if (userId !== null && userId === readerId) return 'You';
  return userEmail ?? 'Another user';
}
