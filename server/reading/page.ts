import { readFileSync } from 'node:fs';
import path from 'node:path';
import { plainText } from '#screenplay/emphasis.ts';
import { escapeHtml, readingContents, readingHtml } from '#screenplay/reading.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';
import { hashOf } from '#server/lib/session.ts';
import { webFolder } from '#server/lib/web.ts';

/** Where the script goes in the page that the web build makes (web/reading.html). */
const bodySlot = '<body data-script=""></body>';
const titleSlot = '<title>Reading view';

let shell: string | undefined;

/** Of the page without a script: a page of an older build names styles that are gone. */
export function readingPageVersion(): string {
  return hashOf(readShell()).slice(0, 8);
}

/** The built page, read once. */
function readShell(): string {
  shell ??= readFileSync(path.join(webFolder, 'reading.html'), 'utf8');
  if (!shell.includes(bodySlot) || !shell.includes(titleSlot))
    throw new Error('web/reading.html has lost the places for the script and its title');
  return shell;
}

interface Script {
  name: string;
  /** Address of the editor. */
  scriptHref: string;
  screenplay: Screenplay;
}

/** The whole reading view of a script: it needs no script of the browser's and nothing else from the server. */
export function readingPage({ name, scriptHref, screenplay }: Script): string {
  const title = escapeHtml(name);
  const contents = readingContents(screenplay.elements);
  const body = [
    '<body>',
    '<a class="skip" href="#script">Skip to the script</a>',
    `<nav class="bar" aria-label="Project"><a href="${escapeHtml(scriptHref)}">Script Editor</a><span>${title}</span></nav>`,
    '<main id="script">',
    titleHtml(name, screenplay),
    contents === ''
      ? ''
      : `<nav class="contents" aria-label="Scenes"><details><summary>Scenes</summary><ol>\n${contents}\n</ol></details></nav>`,
    screenplay.elements.length === 0 ? '<p>Nothing is written yet.</p>' : readingHtml(screenplay),
    '</main>',
    '</body>',
  ].join('\n');
  return readShell()
    .replace(titleSlot, () => `<title>${title} · Reading view`)
    .replace(bodySlot, () => body);
}

function titleHtml(name: string, { titlePage }: Screenplay): string {
  const { title, credit, author, source } = titlePage;
  const lines = [credit, author, source]
    .filter((text) => text.trim() !== '')
    .map((text) => `<p>${escapeHtml(plainText(text.trim()))}</p>`);
  return `<header class="title"><h1>${escapeHtml(plainText(title.trim()) || name)}</h1>${lines.join('')}</header>`;
}
