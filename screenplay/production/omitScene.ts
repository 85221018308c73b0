import type { OmittedElement, OmittedScene, ScriptElement } from '../element.ts';
import type { ElementSource } from '../pastedElement.ts';
import { lettersOf } from '../typedLetters.ts';
import { omittedSceneOf, omittedText } from './omittedText.ts';

interface StoredElement extends Pick<ScriptElement, 'elementType' | 'content' | 'dual'> {
  id: number;
  typedContent?: string | null | undefined;
  extras: { omitted?: OmittedScene | null | undefined } | null;
}

/** Change of an element by omitting or restoring its scene. */
type SceneEdit =
  | { type: 'update'; id: number; fields: { content: string; omitted: OmittedScene | null } }
  | { type: 'delete'; id: number }
  | { type: 'insert'; afterId: number; elements: RestoredElement[] };

type RestoredElement = Omit<OmittedElement, 'id'> & { source?: ElementSource };

/**
 * Return the edits that omit a scene: its heading becomes OMITTED and stores the text, and the
 * other elements are deleted. `elements` are those of the scene, from its heading on.
 */
export function omitEdits(elements: readonly StoredElement[]): SceneEdit[] {
  const [heading, ...others] = elements;
  if (!heading) return [];
  const omitted: OmittedScene = {
    heading: lettersOf(heading),
    elements: others.map((element): OmittedElement => {
      const { id, elementType, dual } = element;
      // The server does not know an element that was not sent yet.
      const known = id > 0 ? { id } : {};
      return { ...known, elementType, content: lettersOf(element), ...(dual && { dual }) };
    }),
  };
  return [
    { type: 'update', id: heading.id, fields: { content: omittedText, omitted } },
    ...others.map(({ id }): SceneEdit => ({ type: 'delete', id })),
  ];
}

/**
 * Return the edits that restore an omitted scene, with the same elements, comments and sounds where
 * they are still known.
 */
export function restoreEdits(heading: StoredElement, projectId: number): SceneEdit[] {
  const omitted = omittedSceneOf(heading);
  if (!omitted) return [];
  // A file may have no heading for a scene that it omits.
  const content = omitted.heading.trim() === '' ? omittedText : omitted.heading;
  const update: SceneEdit = { type: 'update', id: heading.id, fields: { content, omitted: null } };
  if (omitted.elements.length === 0) return [update];
  const elements = omitted.elements.map(({ id, ...fields }) => ({
    ...fields,
    ...(id !== undefined && { source: { projectId, id } }),
  }));
  return [update, { type: 'insert', afterId: heading.id, elements }];
}
