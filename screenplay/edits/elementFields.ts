import type { ElementExtras, LayoutOverride } from '../element.ts';
import { contentAs } from '../flow.ts';
import type { ElementFieldChanges, LayoutFields, NewElementInput } from './edit.ts';
import type { ScriptRow } from './rows.ts';

/** What of an element a writer changes, and what follows from that. */
type EditableRow = Pick<
  ScriptRow,
  'elementType' | 'content' | 'characterName' | 'parenthetical' | 'dual' | 'originalType'
> & { extras: object | null };

/** Of a row as the server and as the desk have it. */
type StoredFields = Partial<Omit<ScriptRow, 'sceneId' | 'extras'>> & { sceneId?: number | null };

/** The fields of a new element, its text as its type keeps it (docs/spec/script.md). */
export function normaliseNewElement({ alignment, startsNewPage, ...given }: Omit<NewElementInput, 'key'>) {
  const { elementType, content, characterName, parenthetical, dual } = given;
  return {
    ...given,
    content: contentAs(elementType, content),
    characterName: characterName?.toUpperCase() ?? null,
    parenthetical: parenthetical ?? null,
    dual: dual ?? null,
    extras: withLayout(null, { alignment, startsNewPage }),
  };
}

/** An element as it is with other fields; what is absent or undefined stays. */
export function withFieldChanges<Row extends EditableRow>(row: Row, fields: ElementFieldChanges): Row {
  const { alignment, startsNewPage, ...given } = fields;
  const changed: Row = { ...row };
  for (const [field, value] of Object.entries(given))
    if (value !== undefined) Reflect.set(changed, field, value);
  // What a file said goes with the file.
  if (given.dialogueAudioUrl === null) Reflect.set(changed, 'dialogueAudioKey', null);
  if (given.soundEffectUrl === null) Reflect.set(changed, 'soundEffectKey', null);
  changed.content = contentAs(changed.elementType, changed.content);
  if (given.characterName) changed.characterName = given.characterName.toUpperCase();
  // The name a file gave its type says nothing of the type a writer chose since.
  if (changed.elementType !== row.elementType) changed.originalType = null;
  if (alignment !== undefined || startsNewPage !== undefined)
    changed.extras = withLayout(row.extras as ElementExtras | null, {
      alignment,
      startsNewPage,
    }) as Row['extras'];
  return changed;
}

/** An element's fields as an edit gives them, without what tells which it is, where it stands and how often it was saved. */
export function editableFieldsOf(row: EditableRow & StoredFields) {
  const { id, projectId, sceneId, orderIndex, sequenceNumber, version, extras, ...fields } = row;
  const { layout } = (extras as ElementExtras | null) ?? {};
  return {
    ...fields,
    alignment: layout?.alignment ?? null,
    startsNewPage: layout?.startsNewPage ?? false,
  };
}

/** Extras with alignment and page break as given; what is not given stays, as do all other extras. */
function withLayout(extras: ElementExtras | null, given: LayoutFields): ElementExtras | null {
  const { layout: stored, ...others } = extras ?? {};
  const { alignment = stored?.alignment, startsNewPage = stored?.startsNewPage } = given;
  const { alignment: _, startsNewPage: __, ...rest } = stored ?? {};
  const layout: LayoutOverride = {
    ...rest,
    ...(alignment ? { alignment } : {}),
    ...(startsNewPage ? { startsNewPage } : {}),
  };
  const all = Object.keys(layout).length > 0 ? { ...others, layout } : others;
  return Object.keys(all).length > 0 ? all : null;
}
