import fs from 'node:fs';
import path from 'node:path';
import { sourcesIn } from './sources.ts';

/*
 * Checks that some things of the web are done in one way only: cached values are changed by
 * listCache and objectCache, and items are dragged by web/ui/reorder. Part of scripts/check.ts,
 * whose table of imports permits @dnd-kit to web/ui/reorder only.
 */

interface SingleWay {
  /** Code that only the permitted files may have. */
  code: RegExp;
  permitted: readonly { files: RegExp; reason: string }[];
  /** Message that says what to do instead. */
  instead: string;
}

const ways: readonly SingleWay[] = [
  {
    code: /\bset(Query|Queries)Data\b/,
    permitted: [{ files: /^web\/lib\/(list|object)Cache\.ts$/, reason: 'is the way to change caches' }],
    instead: 'changes a cached value: use listCache or objectCache of web/lib/',
  },
  {
    code: /\b(on)?(PointerMove|MouseMove|TouchMove|DragStart|DragOver)\b|'(pointer|mouse|touch)move'|'drag(start|over)'/i,
    permitted: [
      { files: /^web\/ui\/reorder\//, reason: 'is the way to drag items' },
      { files: /^web\/scriptEditor\//, reason: 'selects and moves text' },
      { files: /^web\/characters\/PresenceStrip\.tsx$/, reason: 'is a slider' },
      { files: /^web\/projects\/useFileDrop\.ts$/, reason: 'takes files' },
      { files: /^web\/script\/(palette|tableRead)\//, reason: 'notices that the pointer moves' },
    ],
    instead: 'follows the pointer: drag items with web/ui/reorder/',
  },
];

/** Tests and their helpers set up caches and pointers as they like. */
const unchecked = /\.(test|spec)\.tsx?$|(^|\/)testing(\/|\.tsx?$)/;

export interface SecondWay {
  file: string;
  instead: string;
}

/** Return the files of the web below `root` that do in a second way what has one already. */
export function secondWaysIn(root: string): SecondWay[] {
  return checkedSources(root).flatMap(({ file, source }) =>
    ways
      .filter(({ code, permitted }) => code.test(source) && !permitted.some(({ files }) => files.test(file)))
      .map(({ instead }) => ({ file, instead })),
  );
}

/** Return the permissions that no file below `root` needs any more. */
export function unusedWaysIn(root: string): string[] {
  const sources = checkedSources(root);
  return ways.flatMap(({ code, permitted }) =>
    permitted
      .filter(({ files }) => !sources.some(({ file, source }) => files.test(file) && code.test(source)))
      .map(({ files }) => files.source),
  );
}

function checkedSources(root: string): { file: string; source: string }[] {
  return sourcesIn(root)
    .filter((file) => file.startsWith('web/') && !unchecked.test(file))
    .map((file) => ({ file, source: fs.readFileSync(path.join(root, file), 'utf8') }));
}
