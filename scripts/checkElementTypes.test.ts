import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { elementTypeLiteralsIn, unusedPermissionsIn } from './checkElementTypes.ts';

function literals(files: Record<string, string>): string[] {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-element-types-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
    return elementTypeLiteralsIn(root).map(({ file, line }) => `${file}:${line}`);
  } finally {
    fs.rmSync(root, { recursive: true });
  }
}

describe('elementTypeLiteralsIn', () => {
  test.each([
    "const isFirst = kinds.includes('scene_heading');",
    'const counts = { scene_heading: 0 };',
    "if (element?.elementType !== 'dialogue') return;",
    "if (previousElementType === 'character') return;",
    "if (type === 'action') return;",
    "if (line.type === 'parenthetical') return;",
    "const made = { elementType: stored?.elementType ?? 'action' };",
    "const made = {\n  elementType: 'transition' };",
    "where(eq(elementType, 'action'))",
    "const last: ElementType = 'character';",
    "const afterDialogue = 'action';",
    "switch (element.elementType) {\n  case undefined:\n  case 'dialogue': }",
    "const rule = { types: ['action'] };",
  ])('reports %j', (code) => {
    expect(literals({ 'web/script/a.tsx': `\n${code}\n` })).toEqual([
      `web/script/a.tsx:${code.split('\n').length + 1}`,
    ]);
  });

  test.each([
    'if (isDialogueType(element.elementType)) return;',
    "if (open.type === 'character') return;",
    "const item = { index, part: elementType === other ? 'dialogue' : 'effect' };",
    "const texts = { action: 'Action', character: 'Character' };",
    "// elementType === 'action'",
    "/**\n * elementType === 'action'\n */",
  ])('does not report %j', (code) => {
    expect(literals({ 'web/script/a.tsx': code })).toEqual([]);
  });

  test('permits literals to the table, parsers, rules and tests', () => {
    const code = "if (elementType === 'action') return;\n";
    expect(
      literals({
        'screenplay/element.ts': code,
        'screenplay/elementTypes/action.ts': code,
        'screenplay/fountain/reader.ts': code,
        'engines/doctor/rules/camera.ts': code,
        'screenplay/cue.test.ts': code,
        'test/world.ts': code,
        'screenplay/cue.ts': code,
        'screenplay/fountain/notes.ts': code,
      }),
    ).toEqual(['screenplay/cue.ts:1', 'screenplay/fountain/notes.ts:1']);
  });
});

test('unusedPermissionsIn finds no permission that can be taken away', () => {
  expect(unusedPermissionsIn('.')).toEqual([]);
});
