import type { Scene } from '#shared/contract/scenes.ts';
import { type DraftOf, formValuesOf } from '#web/lib/formBody.ts';
import { isOpening } from './sceneName.ts';

/** Fields of the form. */
const sceneFields = [
  'sceneNumber',
  'actNumber',
  'heading',
  'location',
  'timeOfDay',
  'pageNumber',
  'sequenceId',
  'notes',
] as const;

/** The form's values as its fields show them; "" for null. */
export type SceneDraft = DraftOf<Scene, (typeof sceneFields)[number]>;

/** Return the values of a new scene, in the last scene's act (docs/spec/scenes.md). */
export function newDraft(scenes: readonly Scene[]): SceneDraft {
  const greatest = Math.max(0, ...scenes.map(({ sceneNumber }) => sceneNumber));
  const last = scenes.find(({ sceneNumber }) => sceneNumber === greatest);
  return {
    sceneNumber: `${greatest + 1}`,
    actNumber: `${last?.actNumber ?? 1}`,
    heading: '',
    location: '',
    timeOfDay: '',
    pageNumber: '',
    sequenceId: '',
    notes: '',
  };
}

export function sceneDraft(scene: Scene): SceneDraft {
  const draft = formValuesOf(scene, sceneFields);
  return isOpening(scene) ? { ...draft, sceneNumber: '' } : draft;
}

const maxNumber = 2 ** 31 - 1;

/** Return errors about numbers; text before the first scene can have neither number nor heading. */
export function sceneRules(draft: SceneDraft, scene: Scene | null) {
  const isUntitled = scene !== null && isOpening(scene);
  return {
    sceneNumber:
      isUntitled && draft.sceneNumber === ''
        ? null
        : numberProblem(draft.sceneNumber.trim(), 'Scene number is required'),
    actNumber: numberProblem(draft.actNumber.trim(), 'Act is required'),
    pageNumber: numberProblem(draft.pageNumber.trim(), null),
    heading: isUntitled ? null : undefined,
  };
}

/** Return why a number is invalid; null if it is valid. */
function numberProblem(text: string, missing: string | null): string | null {
  if (text === '') return missing;
  if (!/^\d+$/.test(text) || Number(text) < 1) return 'Must be a whole number, 1 or more';
  return Number(text) > maxNumber ? `Must be at most ${maxNumber}` : null;
}
