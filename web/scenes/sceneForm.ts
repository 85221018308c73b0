import { createScene, type Scene } from '#shared/contract/scenes.ts';
import { isOpening } from './sceneName.ts';
import type { SceneChangeBody, SceneCreate } from './scenes.data.ts';

/** What the form holds, each as its field shows it; "" for none. */
export interface SceneDraft {
  sceneNumber: string;
  actNumber: string;
  heading: string;
  location: string;
  timeOfDay: string;
  pageNumber: string;
  sequenceId: string;
  notes: string;
}

export type SceneField = keyof SceneDraft;
export type SceneErrors = Partial<Record<SceneField, string>>;

export const sceneFields: readonly SceneField[] = [
  'sceneNumber',
  'actNumber',
  'heading',
  'location',
  'timeOfDay',
  'pageNumber',
  'sequenceId',
  'notes',
];

/** The next scene, in the act where the script ends (docs/spec/scenes.md). */
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
  const text = (value: string | number | null) => `${value ?? ''}`;
  return {
    sceneNumber: isOpening(scene) ? '' : text(scene.sceneNumber),
    actNumber: text(scene.actNumber),
    heading: scene.heading,
    location: text(scene.location),
    timeOfDay: text(scene.timeOfDay),
    pageNumber: text(scene.pageNumber),
    sequenceId: text(scene.sequenceId),
    notes: text(scene.notes),
  };
}

export function changedFields(before: SceneDraft, after: SceneDraft): SceneField[] {
  return sceneFields.filter((field) => before[field] !== after[field]);
}

/** What saving sends: what the writer has changed. With an act goes its sequence, which is of that act. */
export function patchOf(before: SceneDraft, after: SceneDraft): SceneChangeBody {
  const body = bodyOf(after);
  const changed = new Set<string>(changedFields(before, after));
  if (changed.has('actNumber')) changed.add('sequenceId');
  return Object.fromEntries(Object.entries(body).filter(([field]) => changed.has(field)));
}

/** What creating sends: empty fields are null, and then place and time are those of the heading. */
export function bodyOf(draft: SceneDraft): SceneCreate {
  return {
    sceneNumber: Number(draft.sceneNumber),
    actNumber: Number(draft.actNumber),
    heading: draft.heading.trim(),
    location: textOrNull(draft.location),
    timeOfDay: textOrNull(draft.timeOfDay),
    pageNumber: draft.pageNumber.trim() === '' ? null : Number(draft.pageNumber),
    sequenceId: draft.sequenceId === '' ? null : Number(draft.sequenceId),
    notes: textOrNull(draft.notes),
  };
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

const greatestNumber = 2 ** 31 - 1;

/** What has to be put right before it is sent; texts are judged by the contract. */
export function errorsIn(draft: SceneDraft, scene: Scene | null): SceneErrors {
  const errors: SceneErrors = {};
  const judged = createScene.body.safeParse(bodyOf(draft));
  for (const { path, message } of judged.error?.issues ?? []) {
    const field = sceneFields.find((each) => each === path[0]);
    if (field) errors[field] ??= message;
  }
  const numbers = [
    ['sceneNumber', 'Scene number is required'],
    ['actNumber', 'Act is required'],
    ['pageNumber', undefined],
  ] as const;
  for (const [field, missing] of numbers) {
    delete errors[field];
    const problem = numberProblem(draft[field].trim(), missing);
    if (problem !== undefined) errors[field] = problem;
  }
  if (scene && isOpening(scene)) {
    delete errors.heading;
    if (draft.sceneNumber === '') delete errors.sceneNumber;
  }
  return errors;
}

/** The field that comes first of those that have an error. */
export function firstIn(errors: SceneErrors): SceneField | undefined {
  return sceneFields.find((field) => errors[field] !== undefined);
}

function numberProblem(text: string, missing: string | undefined): string | undefined {
  if (text === '') return missing;
  if (!/^\d+$/.test(text) || Number(text) < 1) return 'Must be a whole number, 1 or more';
  return Number(text) > greatestNumber ? `Must be at most ${greatestNumber}` : undefined;
}
