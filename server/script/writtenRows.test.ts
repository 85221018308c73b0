import { getColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { scriptHistory, scriptMoves } from '#server/db/schema/history.ts';
import { scenes, scriptElements } from '#server/db/schema/script.ts';
import * as example from './writtenRows.ts';

test.for([
  ['scenes', scenes, example.createdScene, []],
  ['elements', scriptElements, example.createdElement, []],
  ['changed elements', scriptElements, example.changedAndPlaced, ['projectId']],
  ['elements without a new place', scriptElements, example.changed, ['projectId', 'sceneId', 'orderIndex']],
  ['history entries', scriptHistory, example.historyEntry, ['id', 'timestamp']],
  ['moves', scriptMoves, example.historyMove, ['id', 'timestamp']],
] as const)('%s are written with all columns but those named here', ([, table, row, others]) => {
  expect([...Object.keys(row), ...others].sort()).toEqual(Object.keys(getColumns(table)).sort());
});
