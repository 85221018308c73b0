import { elementTypes } from '#screenplay/element.ts';
import { withLocalId } from '#web/scriptSync/localIds.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import type { Random } from './random.ts';

/**
 * Make one random edit. `step` makes its text unique. The text is in capitals, which every element
 * type preserves.
 */
export function makeRandomEdit(random: Random, changes: ScriptSync, step: number): void {
  const elements = changes.elements();
  const element = random.pick(elements);
  const { id } = element;
  const base = changes.baseOf(element);
  const elementType = random.pick(elementTypes);
  const made = withLocalId({ elementType, content: `LINE ${step}.` });
  const fields = { content: `TEXT ${step}.`, ...(random.chance(0.4) && { elementType }) };
  const kind = random.below(11);
  if (kind < 3) changes.run([{ type: 'insert', afterId: id, elements: [made] }]);
  else if (kind === 3) {
    const afterId = elements.at(-1)?.id ?? null;
    changes.run([{ type: 'insert', afterId, elements: [made], isBelow: true }]);
  } else if (kind < 6) changes.run([{ type: 'update', id, fields, base }]);
  else if (kind === 6 && elements.length > 3) changes.run([{ type: 'delete', id, base }]);
  else if (kind === 7) {
    const rest = { type: 'insert' as const, afterId: id, elements: [made] };
    changes.run([{ type: 'update', id, fields, base }, rest], 'Split');
  } else if (kind === 8) {
    const ids = elements.filter((each) => each.id !== id && random.chance(0.3)).map((each) => each.id);
    changes.run(ids.length > 0 ? [{ type: 'move', ids, afterId: id }] : []);
  } else if (random.chance(0.7)) changes.undo();
  else changes.redo();
}
