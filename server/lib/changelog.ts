import fs from 'node:fs';

/** Changes of one version, as CHANGELOG.md lists them. */
export interface ReleaseNotes {
  version: string;
  /** Such as "2026-12-01", or what the file says instead. */
  date: string;
  groups: { title: string; items: string[] }[];
}

const file = new URL('../../CHANGELOG.md', import.meta.url);
const versionHeading = /^## \[(.+?)\] - (.+)$/;
const kindHeading = /^### (.+)$/;

/** Return the changes of each version, newest first (keepachangelog.com). */
export function parseChangelog(text: string): ReleaseNotes[] {
  const releases: ReleaseNotes[] = [];
  let kind = '';
  for (const line of text.split('\n')) {
    const [, version, date] = versionHeading.exec(line) ?? [];
    const [, nextKind] = kindHeading.exec(line) ?? [];
    const groups = releases.at(-1)?.groups;
    if (version !== undefined && date !== undefined) releases.push({ version, date, groups: [] });
    else if (nextKind !== undefined) {
      kind = nextKind;
      groups?.push({ title: kind, items: [] });
    } else if (line.startsWith('- ')) groups?.at(-1)?.items.push(plainText(line.slice(2)));
    else if (line.startsWith('  ')) continueItem(groups?.at(-1)?.items, line.trim());
    else if (line !== '' && kind !== '') groups?.push({ title: `${kind}: ${line}`, items: [] });
  }
  return releases.map((release) => ({
    ...release,
    groups: release.groups.filter(({ items }) => items.length > 0),
  }));
}

function continueItem(items: string[] | undefined, line: string): void {
  if (items?.length) items.push(`${items.pop()} ${plainText(line)}`);
}

/** Replace links by their texts, and leave out the marks of code. */
function plainText(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}

/** Read the changes of this installation; none if its CHANGELOG.md was removed. */
export async function readChangelog(): Promise<ReleaseNotes[]> {
  const text = await fs.promises.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return parseChangelog(text);
}
