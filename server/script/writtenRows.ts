import type { ElementPlace, ElementWrites, SceneWrites } from '#screenplay/edits/plan.ts';
import { emptyRow, emptyScene, type HeadingFields, type ScriptRow } from '#screenplay/edits/rows.ts';
import { elementTypes } from '#screenplay/element.ts';
import { historyRow, moveRow } from './history.ts';

/*
 * An example of each kind of row that scriptStatement.ts writes. It writes the fields of the
 * example, so that columns that the rows do not have keep their values or get their defaults.
 */

const projectId = 0;

export const placed: ElementPlace = { id: 0, orderIndex: 0, sceneId: 0 };

export const changed: ElementWrites['changed'][number] = {
  ...emptyRow,
  id: 0,
  elementType: elementTypes[0],
  content: '',
};

export const changedAndPlaced: ElementWrites['changedAndPlaced'][number] = { ...changed, ...placed };

export const createdElement: ScriptRow = { ...changedAndPlaced, projectId };

export const changedScene: SceneWrites['changed'][number] = {
  id: 0,
  sceneNumber: 0,
  heading: '',
  location: '',
  timeOfDay: '',
};

export const createdScene: HeadingFields = {
  ...emptyScene,
  ...changedScene,
  projectId,
  actNumber: 0,
  sequenceId: null,
};

export const historyEntry = historyRow(
  { projectId, userId: '' },
  { elementId: 0, before: null, after: null, version: 0, afterElementId: null, kept: null },
  {},
);

export const historyMove = moveRow(
  { projectId, newestHistoryId: 0 },
  { elementId: 0, afterElementId: null, recordsBefore: 0 },
  [],
);
