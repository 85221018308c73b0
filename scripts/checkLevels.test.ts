import { describe, expect, test } from 'vitest';
import { levelProblemOf } from './checkLevels.ts';

describe('levelProblemOf', () => {
  test.each([
    ['web/scriptSync/outbox.ts', 'web/scriptSync/scriptSync.ts'],
    ['web/scriptSync/outbox.ts', 'web/scriptEditor/scriptEditor.ts'],
    ['web/scriptEditor/field/LiveField.tsx', 'web/scriptEditor/pages/nodes.ts'],
    ['web/scriptEditor/EditorPages.tsx', 'web/script/pages/AnnotatedPages.tsx'],
    ['web/scriptEditor/desk/Sheets.tsx', 'web/scriptEditor/find/EditorFind.tsx'],
    ['web/script/state/panels.ts', 'web/script/panel/usePanel.ts'],
  ])('reports the upward import from %s to %s', (file, target) => {
    expect(levelProblemOf(file, target)).toBe('upward');
  });

  test.each([
    ['web/scriptSync/scriptSync.ts', 'web/scriptSync/outbox.ts'],
    ['web/scriptEditor/scriptEditor.ts', 'web/scriptSync/scriptSync.ts'],
    ['web/scriptEditor/desk/Sheets.tsx', 'web/scriptEditor/desk/useDeskView.ts'],
    ['web/script/panel/SidePanel.tsx', 'web/script/state/panelAddress.ts'],
    ['web/script/ScriptView.test.tsx', 'web/script/ScriptView.tsx'],
    ['web/scriptSync/outbox.test.ts', 'web/script/testing/openScript.tsx'],
    ['web/comments/Comment.tsx', 'web/script/ScriptView.tsx'],
  ])('permits the import from %s to %s', (file, target) => {
    expect(levelProblemOf(file, target)).toBe(null);
  });

  test('reports a new sub-folder without a level', () => {
    expect(levelProblemOf('web/script/dreams/Dream.tsx', 'web/script/state/panels.ts')).toBe('no level');
  });
});
