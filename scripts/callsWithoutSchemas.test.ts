import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { plainModule, splitImports } from './callsWithoutSchemas.ts';

const comments = path.resolve('shared/contract/comments.ts');
const sources: Record<string, string> = {
  [path.resolve('shared/contract/fields.ts')]: `
    import { z } from 'zod';
    export const text = z.string();`,
  [comments]: `
    import { z } from 'zod';
    import { maxLength } from '#screenplay/limits.ts';
    import { endpoint } from '../endpoint.ts';
    import { text } from './fields.ts';
    export const limit = maxLength;
    export const Body = z.object({ text });
    export type Body = z.input<typeof Body>;
    export function isLong(body: z.input<typeof Body>): boolean { return body.text.length > limit; }
    export function parse(body: unknown) { return Body.parse(body); }
    export const addComment = endpoint({
      method: 'POST',
      path: '/api/comments',
      summary: 'Add a comment',
      readsScript: true,
      body: Body,
    });`,
  [path.resolve('shared/endpoint.ts')]: 'export const endpoint = (shape) => shape;',
};
const read = (file: string) => plainModule(sources[file] ?? '', file, read);
const split = (code: string) =>
  splitImports(code, path.resolve('web/comments/x.ts'), read).replaceAll(path.resolve('shared'), 'shared');

describe('plainModule', () => {
  test('contains calls without schemas, and every value that needs no zod', () => {
    const { code } = read(comments);
    expect(code).toContain(
      `export const addComment = { method: 'POST', path: '/api/comments', readsScript: true };`,
    );
    expect(code).toContain('export const limit = maxLength;');
    expect(code).toContain('export function isLong');
  });

  test('contains nothing that needs zod', () => {
    expect(read(comments).code).not.toMatch(/zod'|fields|const Body|parse/);
  });
});

describe('splitImports', () => {
  test('imports schemas from the whole module, and the rest from the part without them', () => {
    const code = `import { addComment, Body as Schema, type Body, limit } from '#shared/contract/comments.ts';`;
    expect(split(code)).toBe(
      `import { Body as Schema } from 'shared/contract/comments.ts'; ` +
        `import { addComment, limit } from 'shared/contract/comments.ts?calls';`,
    );
  });

  test('imports a call whole if the file reads its schema', () => {
    const code = `import { addComment } from '#shared/contract/comments.ts'; use(addComment.body);`;
    expect(split(code)).toContain(`import { addComment } from 'shared/contract/comments.ts';`);
  });
});
