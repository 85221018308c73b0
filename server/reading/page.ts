import { readFileSync } from 'node:fs';
import path from 'node:path';
import { plainText } from '#screenplay/emphasis.ts';
import { escapeHtml, readingContents, readingHtml } from '#screenplay/reading.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';
import { webFolder } from '#server/lib/inlineScripts.ts';
import { sha256Of } from '#server/lib/session.ts';

/** Position of the script in the built page (web/reading.html). */
const bodySlot = '<body data-script=""></body>';
const titleSlot = '<title>Reading view';

let shell: string | undefined;

/**
 * Return the version of the built page, for its tag: a page of an older build refers to missing
 * styles.
 */
export function readingPageVersion(): string {
  return sha256Of(readShell()).slice(0, 8);
}

/** Read the built page, once. */
function readShell(): string {
  shell ??= readFileSync(path.join(webFolder, 'reading.html'), 'utf8');
  if (!shell.includes(bodySlot) || !shell.includes(titleSlot))
    throw new Error(`web/reading.html does not contain ${bodySlot} and ${titleSlot}`);
  return shell;
}

interface Script {
  name: string;
  /** Address of the editor; null for readers without an account. */
  scriptHref: string | null;
  screenplay: Screenplay;
  /** Copy of an issued draft that a recipient reads. Missing: the current script. */
  copy?: ShownCopy;
}

/** Copy that is shown to its recipient. */
export interface ShownCopy {
  recipient: string;
  code: string;
  /** "Blue, November 29, 2026". */
  issueName: string;
  /** The newest issue after it. Null: there is none. */
  newer: {
    issueName: string;
    /** Path of this recipient's copy of a newer issue; null if none can be opened. */
    copyHref: string | null;
    /** Path of the current script, for members. */
    scriptHref: string;
  } | null;
}

/** Ask search engines not to index the page, because links are passed on. */
const notIndexed = '<meta name="robots" content="noindex, nofollow, noarchive" />';

/** Render the reading view of a script, which needs no scripts and no further requests. */
export function readingPage({ name, scriptHref, screenplay, copy }: Script): string {
  const title = escapeHtml(name);
  const contents = readingContents(screenplay.elements);
  const body = [
    '<body>',
    '<a class="skip" href="#script">Skip to the script</a>',
    scriptHref === null
      ? ''
      : `<nav class="bar" aria-label="Project"><a href="${escapeHtml(scriptHref)}">Script Editor</a><span>${title}</span></nav>`,
    copy ? copyHtml(copy) : '',
    '<main id="script">',
    titleHtml(name, screenplay),
    contents === ''
      ? ''
      : `<nav class="contents" aria-label="Scenes"><details><summary>Scenes</summary><ol>\n${contents}\n</ol></details></nav>`,
    screenplay.elements.length === 0 ? '<p>Nothing is written yet.</p>' : readingHtml(screenplay),
    '</main>',
    '</body>',
  ].join('\n');
  return pageOf(`${title} · Reading view`, body, scriptHref === null);
}

/** Say whose copy this is, of which draft, and whether there is a newer one. */
function copyHtml({ recipient, code, issueName, newer }: ShownCopy): string {
  const own = `<p>Copy for ${escapeHtml(recipient)} · ${escapeHtml(code)} · ${escapeHtml(issueName)}</p>`;
  return `<aside class="copy" aria-label="Your copy">${newer ? newerHtml(newer) : ''}${own}</aside>`;
}

function newerHtml({ issueName, copyHref, scriptHref }: NonNullable<ShownCopy['newer']>): string {
  const link = (href: string, text: string) => `<a href="${escapeHtml(href)}">${text}</a>`;
  const way =
    copyHref === null
      ? `Ask the person who sent this copy for it. Members of the project can ${link(scriptHref, 'open the current script')}.`
      : link(copyHref, 'Open your newer copy');
  return `<p class="newer"><strong>There is a newer version: ${escapeHtml(issueName)}.</strong> ${way}</p>`;
}

/** Render the page of a read-only link that is unknown, revoked or expired. */
export function closedLinkPage(): string {
  const heading = 'This link does not work any more';
  const text = 'It was revoked, has expired, or is incomplete. Ask the person who sent it for a new one.';
  const body = `<body><main class="closed"><h1>${heading}</h1><p>${text}</p></main></body>`;
  return pageOf(heading, body, true);
}

function pageOf(title: string, body: string, isPublic: boolean): string {
  return readShell()
    .replace(titleSlot, () => `${isPublic ? notIndexed : ''}<title>${title}`)
    .replace(bodySlot, () => body);
}

function titleHtml(name: string, { titlePage }: Screenplay): string {
  const { title, credit, author, source } = titlePage;
  const lines = [credit, author, source]
    .filter((text) => text.trim() !== '')
    .map((text) => `<p>${escapeHtml(plainText(text.trim()))}</p>`);
  return `<header class="title"><h1>${escapeHtml(plainText(title.trim()) || name)}</h1>${lines.join('')}</header>`;
}
