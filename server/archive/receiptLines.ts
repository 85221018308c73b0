import type { ElementType } from '#screenplay/element.ts';
import type { ImportReceipt } from '#screenplay/screenplay.ts';
import type { ArchivedTable } from './rows.ts';

interface RestoreCounts {
  rows: Record<ArchivedTable, number>;
  /** Number of elements by type. */
  types: Record<ElementType, number>;
  files: number;
  /** Number of files that were neither pictures nor sounds. */
  unfit: number;
  /** How often a field was shortened, by field name. */
  shortened: ReadonlyMap<string, number>;
}

/** Singular and plural of the counted tables. */
const words: [ArchivedTable, string, string][] = [
  ['acts', 'act', 'acts'],
  ['sequences', 'sequence', 'sequences'],
  ['story_beats', 'story beat', 'story beats'],
  ['tension_points', 'tension point', 'tension points'],
  ['outlines', 'outline item', 'outline items'],
  ['comments', 'comment', 'comments'],
  ['script_history', 'change in the history', 'changes in the history'],
  ['script_versions', 'version', 'versions'],
  ['script_issues', 'issued draft', 'issued drafts'],
  ['issued_copies', 'issued copy', 'issued copies'],
  ['dictionary_words', 'word of the dictionary', 'words of the dictionary'],
  ['scene_summaries', 'scene summary', 'scene summaries'],
  ['conversations', 'conversation', 'conversations'],
  ['ai_disclosures', 'entry of what was sent to AI', 'entries of what was sent to AI'],
];

export function receiptLines({ rows, types, files, unfit, shortened }: RestoreCounts): ImportReceipt {
  const lines = words.flatMap(([table, one, many]) =>
    rows[table] > 0 ? [countText(rows[table], one, many)] : [],
  );
  if (files > 0) lines.push(countText(files, 'picture or sound', 'pictures and sounds'));
  const [one, many] = ['file was left out: it is', 'files were left out: they are'];
  const uncertain = unfit > 0 ? [`${countText(unfit, one, many)} no picture or sound`] : [];
  return {
    countsByType: types,
    kept: lines,
    uncertain,
    shortened: [...shortened].map(
      ([field, count]) => `${field} was longer than its field and was cut${count > 1 ? ` (${count})` : ''}`,
    ),
  };
}

function countText(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
