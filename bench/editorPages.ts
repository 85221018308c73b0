import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'vite';
import type { ScriptElement } from '#screenplay/element.ts';

/** Editors that others have made, and the page that the bench has for each. */
const files = { ProseMirror: 'proseMirrorPage.mjs', CodeMirror: 'codeMirrorPage.mjs' } as const;

export type Editor = keyof typeof files;

/** A local server for the pages of other editors. */
export interface EditorPages {
  /** The editor with that many of the elements. */
  address(editor: Editor, size: number): string;
  stop(): void;
}

/** Editors with a script in them, type by type in the columns of a screenplay page. */
export async function openEditorPages(
  scriptOf: (size: number) => readonly ScriptElement[],
): Promise<EditorPages> {
  const programs = new Map<string, string>();
  for (const [editor, file] of Object.entries(files)) programs.set(editor, await bundled(file));
  const server = createServer((request, response) => {
    const [, editor = '', size] = (request.url ?? '').split('/');
    const program = programs.get(editor);
    if (!program || !(Number(size) > 0)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pageOf(editor, program, scriptOf(Number(size))));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return {
    address: (editor, size) => `http://127.0.0.1:${address.port}/${editor}/${size}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bundled(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: join(import.meta.dirname, 'peers'),
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: file, output: { format: 'iife' } } },
  });
  const [made] = [result].flat();
  const chunk = made && 'output' in made ? made.output[0] : undefined;
  if (!chunk) throw new Error(`${file} could not be bundled`);
  return chunk.code;
}

/** Inside a script element only this must not stand. */
const inScriptTag = (text: string) => text.replaceAll('</', '<\\/');

function pageOf(editor: string, program: string, elements: readonly ScriptElement[]): string {
  const data = elements.map(({ elementType, content }) => ({ elementType, content }));
  return `<!doctype html>
<html lang="en">
<title>${editor}</title>
<style>
  body { margin: 0; background: #eee }
  #desk { width: 8.5in; margin: auto; background: #fff; font: 12pt/1 'Courier New', Courier, monospace }
  .ProseMirror { padding: 1in; padding-left: 1.5in; outline: none; white-space: pre-wrap; word-wrap: break-word }
  p { margin: 0 0 12pt }
  .cm-editor { height: 100vh }
  .cm-editor .cm-content, .cm-editor .cm-scroller { font: inherit }
  .cm-editor .cm-content { padding: 1in; padding-left: 1.5in }
  .cm-editor .cm-line { padding: 0 0 12pt }
  .cm-editor .cm-line.character { padding: 0 0 0 2in }
  .cm-editor .cm-line.parenthetical { padding: 0 2in 0 1.5in }
  .cm-editor .cm-line.dialogue { padding: 0 1.5in 12pt 1in }
  .scene_heading, .character, .transition { text-transform: uppercase }
  .character { margin: 0 0 0 2in }
  .parenthetical { margin: 0 2in 0 1.5in }
  .dialogue { margin: 0 1.5in 12pt 1in }
  .transition { text-align: right }
</style>
<div id="desk"></div>
<script type="application/json" id="elements">${inScriptTag(JSON.stringify(data))}</script>
<script>${inScriptTag(program)}</script>
</html>`;
}
