import type { ElementExtras, ElementType, LayoutOverride, OmittedScene } from '../element.ts';
import { isActionType, isDialogueType } from '../elementTypes/predicates.ts';
import { isMarkedType, type MarkedType } from '../markedTypes.ts';
import { lettersAfter, lettersOf, storedText } from '../typedLetters.ts';
import type { ElementFieldChanges, LayoutFields, NewElementInput } from './edit.ts';
import type { ScriptRow } from './rows.ts';

/** Fields that a writer changes and those that depend on them. */
type EditableRow = Pick<
  ScriptRow,
  'elementType' | 'content' | 'characterName' | 'parenthetical' | 'dual' | 'originalType'
> & { typedContent?: string | null | undefined; extras: object | null };

/** Fields of a row as loaded by the server or by the script editor. */
type StoredFields = Partial<Omit<ScriptRow, 'sceneId' | 'extras' | 'typedContent'>> & {
  sceneId?: number | null;
};

/**
 * Return all fields of a new element. The text is normalised for its type (docs/spec/script.md).
 */
export function normaliseNewElement({
  alignment,
  startsNewPage,
  originalType,
  ...input
}: Omit<NewElementInput, 'key' | 'source' | 'sceneNumber'>) {
  const { elementType, content, characterName, parenthetical, dual } = input;
  return {
    ...input,
    ...(canBeMarked(elementType, originalType) && { originalType }),
    ...storedText(elementType, content),
    characterName: characterName?.toUpperCase() ?? null,
    parenthetical: parenthetical ?? null,
    dual: dual ?? null,
    extras: withLayout(null, { alignment, startsNewPage }),
  };
}

/** Return whether a type of Final Draft is one that new elements of a type can have. */
function canBeMarked(type: ElementType, originalType: string | null | undefined): originalType is MarkedType {
  if (!isMarkedType(originalType)) return false;
  return isActionType(type) || (originalType === 'Lyrics' && isDialogueType(type));
}

/** Return the row with changed fields; missing and undefined ones do not change. */
export function withFieldChanges<Row extends EditableRow>(row: Row, fields: ElementFieldChanges): Row {
  const { alignment, startsNewPage, omitted, ...input } = fields;
  const changed: Row = { ...row };
  for (const [field, value] of Object.entries(input))
    if (value !== undefined) Reflect.set(changed, field, value);
  // Clear the key of a removed audio file.
  if (input.dialogueAudioUrl === null) Reflect.set(changed, 'dialogueAudioKey', null);
  if (input.soundEffectUrl === null) Reflect.set(changed, 'soundEffectKey', null);
  const { elementType } = changed;
  const { content, typedContent } = storedText(elementType, lettersAfter(row, elementType, input.content));
  changed.content = content;
  if (typedContent !== (row.typedContent ?? null)) changed.typedContent = typedContent;
  if (input.characterName) changed.characterName = input.characterName.toUpperCase();
  // The type name from the source file does not apply to a type that the writer chose.
  if (changed.elementType !== row.elementType) changed.originalType = null;
  if (alignment !== undefined || startsNewPage !== undefined)
    changed.extras = withLayout(row.extras as ElementExtras | null, {
      alignment,
      startsNewPage,
    }) as Row['extras'];
  if (omitted !== undefined)
    changed.extras = withOmitted(changed.extras as ElementExtras | null, omitted) as Row['extras'];
  return changed;
}

/**
 * Return the fields of an element that edits can set, without ids, positions and versions. The text
 * has the letters as typed.
 */
export function editableFieldsOf(row: EditableRow & StoredFields) {
  const { id, projectId, sceneId, orderIndex, sequenceNumber, version, extras, typedContent, ...fields } =
    row;
  const { layout, omitted = null } = (extras as ElementExtras | null) ?? {};
  return {
    ...fields,
    content: lettersOf(row),
    omitted,
    alignment: layout?.alignment ?? null,
    startsNewPage: layout?.startsNewPage ?? false,
  };
}

/**
 * Return extras with alignment and page break; all other extras and undefined fields do not change.
 */
function withLayout(extras: ElementExtras | null, input: LayoutFields): ElementExtras | null {
  const { layout: stored, ...others } = extras ?? {};
  const { alignment = stored?.alignment, startsNewPage = stored?.startsNewPage } = input;
  const { alignment: _, startsNewPage: __, ...rest } = stored ?? {};
  const layout: LayoutOverride = {
    ...rest,
    ...(alignment ? { alignment } : {}),
    ...(startsNewPage ? { startsNewPage } : {}),
  };
  return orNull(Object.keys(layout).length > 0 ? { ...others, layout } : others);
}

/**
 * Return extras with the text of an omitted scene; without it if it is restored. Null remains where
 * a file had the scene omitted, so that its paragraph is not written as it was.
 */
function withOmitted(extras: ElementExtras | null, omitted: OmittedScene | null): ElementExtras | null {
  const { omitted: before, ...others } = extras ?? {};
  return orNull(omitted || before?.isOfFile ? { ...others, omitted } : others);
}

function orNull(extras: ElementExtras): ElementExtras | null {
  return Object.keys(extras).length > 0 ? extras : null;
}
