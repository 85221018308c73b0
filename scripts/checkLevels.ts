import path from 'node:path';

/**
 * Levels of the three folders of the script editor. An import inside one of them, types included,
 * goes to a lower level or stays in its own sub-folder. Between them, imports go from web/script to
 * web/scriptEditor to web/scriptSync. Part of scripts/check.ts.
 */
type Levels = readonly (readonly string[])[];

/** Files at the top of a folder are named without extension, sub-folders with a slash. */
const levels: Readonly<Record<string, Levels>> = {
  'web/scriptSync': [
    ['change', 'indexNear', 'speakers', 'saveFailure', 'elementRows', 'optimisticScenes', 'shownRevisions'],
    [
      ...['localIds', 'optimisticScript', 'dropChange', 'mergeNotices'],
      ...['unsentText', 'commentPlaces', 'mergedReplies', 'sendOutcome', 'sendState', 'readList.data'],
    ],
    ['bundle', 'undoStack', 'serverIds', 'rejectedChanges'],
    ['tabStorage'],
    ['script.data', 'outbox', 'lineEdits', 'unconfirmedInserts'],
    [
      ...['wireEdits', 'offlineCopy', 'untilSent', 'shownScript', 'outageReport', 'closedTabLines'],
      ...['newSpeakers', 'sendPlaces'],
    ],
    ['singleEdits', 'severalEdits'],
    ['changeSender'],
    ['scriptSync'],
    ['openScriptSync', 'toQueuedEdits', 'reconnecting'],
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
  'web/script': [
    ['state/', 'dictionary/', 'entryQuery', 'useFocusMode'],
    ['goto/', 'keys/', 'preferences/', 'reports/', 'settings/', 'counts/', 'palette/', 'scriptScreen'],
    ['production/', 'printing/', 'issuing/'],
    [
      'commands/',
      'filter/',
      'FindOnDesk',
      'pageMenu/',
      'panel/',
      'print/',
      'problems/',
      'studio/',
      'tableRead/',
      'titlePage/',
    ],
    ['bars/', 'margin/', 'createScriptScreen', 'ScriptPanel', 'visit/', 'useKeptCaret'],
    ['marks/', 'ScriptWindows', 'scriptFrame'],
    ['laterScriptFrame', 'revisions/'],
    ['pages/', 'spelling/'],
    ['ScriptScreen'],
    ['ScriptView'],
    ['script.view'],
  ],
};

const order = ['web/scriptSync', 'web/scriptEditor', 'web/script'];

export type LevelProblem = 'upward' | 'no level';

/**
 * Return the problem of an import inside the script editor: it points upward, or one of its ends
 * has no level. Returns null for permitted imports, tests, and files outside the three folders.
 */
export function levelProblemOf(file: string, target: string): LevelProblem | null {
  if (/\.test\.tsx?$|\/testing\/|\.css$/.test(file) || target.endsWith('.css')) return null;
  const [from, to] = [folderOf(file), folderOf(target)];
  if (from === null || to === null) return null;
  if (from !== to) return order.indexOf(to) > order.indexOf(from) ? 'upward' : null;
  const [importing, imported] = [nameIn(from, file), nameIn(to, target)];
  const [level, importedLevel] = [levelOf(from, importing), levelOf(to, imported)];
  if (level < 0 || importedLevel < 0) return 'no level';
  return importing !== imported && importedLevel >= level ? 'upward' : null;
}

function folderOf(file: string): string | null {
  return order.find((folder) => file.startsWith(`${folder}/`)) ?? null;
}

function nameIn(folder: string, file: string): string {
  const [first = '', ...rest] = path.posix.relative(folder, file).split('/');
  return rest.length > 0 ? `${first}/` : first.replace(/\.tsx?$/, '');
}

function levelOf(folder: string, name: string): number {
  return levels[folder]?.findIndex((names) => names.includes(name)) ?? -1;
}
