import path from 'node:path';

/**
 * Levels of the three folders of the script editor. An import inside one of them, types included, goes
 * to a lower level or stays in its own sub-folder; between them, from web/script to web/scriptEditor
 * to web/scriptSync. Part of scripts/check.ts.
 */
type Levels = readonly (readonly string[])[];

/** Files at the top of a folder are named without extension, sub-folders with a slash. */
const levels: Readonly<Record<string, Levels>> = {
  'web/scriptSync': [
    ['change', 'indexNear', 'speakers', 'saveFailure', 'elementRows', 'optimisticScenes'],
    [
      ...['localIds', 'undoStack', 'optimisticScript', 'dropChange', 'tabStorage', 'mergeNotices'],
      ...['unsentText', 'commentPlaces'],
    ],
    ['script.data', 'outbox'],
    ['changeSender', 'keptCopy', 'untilSent'],
    ['scriptChanges', 'scriptSync'],
    ['scriptChangesOf', 'toQueuedEdits', 'reconnecting'],
  ],
  'web/scriptEditor': [
    ['sheet/', 'keys/', 'clipboard/', 'rows/', 'preferences'],
    ['completion/'],
    ['field/'],
    ['line/'],
    ['pages/'],
    ['selection/'],
    ['verbs/'],
    ['scriptEditor'],
    ['desk/', 'writing/', 'selectionView/', 'marks/', 'find/', 'createScriptEditor', 'connectCollaboration'],
    ['bottomInput/'],
    ['EditorPages'],
  ],
};

const order = ['web/scriptSync', 'web/scriptEditor', 'web/script'];

/** Imports that still point upward. None may be added; each that goes is taken off. */
const permitted: ReadonlySet<string> = new Set([]);

export interface UpwardImport {
  file: string;
  imported: string;
}

/** Return whether an import inside the script editor points upward, or null where levels do not apply. */
export function isUpward(file: string, target: string): boolean | null {
  if (/\.test\.tsx?$|\/testing\//.test(file)) return null;
  const [from, to] = [folderOf(file), folderOf(target)];
  if (from === null || to === null) return null;
  if (from !== to) return order.indexOf(to) > order.indexOf(from);
  const [own, other] = [levelOf(from, file), levelOf(to, target)];
  if (own === null || other === null) return null;
  return own.name !== other.name && other.level >= own.level;
}

function folderOf(file: string): string | null {
  return order.findLast((folder) => file.startsWith(`${folder}/`)) ?? null;
}

function levelOf(folder: string, file: string): { name: string; level: number } | null {
  const [first = '', ...rest] = path.posix.relative(folder, file).split('/');
  const name = rest.length > 0 ? `${first}/` : first.replace(/\.tsx?$/, '');
  const level = levels[folder]?.findIndex((names) => names.includes(name)) ?? -1;
  return level < 0 ? null : { name, level };
}

/** Return the upward imports that are not permitted. */
export function upwardImportsIn(imports: readonly UpwardImport[]): UpwardImport[] {
  return imports.filter(
    ({ file, imported }) => isUpward(file, imported) === true && !permitted.has(`${file} ${imported}`),
  );
}
