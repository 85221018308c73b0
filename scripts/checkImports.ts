import fs from 'node:fs';
import path from 'node:path';
import { type LevelProblem, levelProblemOf } from './checkLevels.ts';
import { sourcesIn } from './sources.ts';

/**
 * Finds imports that the table of docs/architecture.md does not permit, types included. Part of
 * scripts/check.ts.
 */
interface Rule {
  files: RegExp;
  /** Description of the permitted imports, for the report. */
  leansOn: string;
  /** Paths that may be imported; `own` is replaced by the group of that name in `files`. */
  paths: string[];
  /** Packages that may be imported, node:… included. */
  packages: RegExp;
}

const any = /^/;
const notNode = /^(?!node:)/;
/** Packages of the web. Items are dragged by web/ui/reorder/ only. */
const webPackages = /^(?!node:|@dnd-kit\/)/;
const pure = ['screenplay/', 'shared/'];
/** Sound, in the browser and on the server: voices, effects and mixing. */
const sound = 'engines/sound/';
/** The entry files of the built-in engines. */
const engineEntries = 'engines/(doctor/doctor|storyboard/storyboard)\\.ts$';
const ground = [...pure, 'server/lib/', 'server/db/', 'server/(env|envQuotas|startError)\\.ts$'];
const services = 'server/(ai|storage|mail|payments)/';
/** Folders of the web that screens share and that know no screen. */
const webBase = 'web/(ai|audio|backgroundTasks|boards|credits|offlineCopy|presence|session)/';
/** Folders of the script editor that the script screen uses. */
const scriptFolders = 'web/script(Editor|Sync)/';

/** Rules by file. The first one whose `files` matches applies. */
const rules: Rule[] = [
  {
    files: /\.(test|spec)\.tsx?$|\/testing(\.tsx?$|\/)|^(test|scripts|bench)\/|^[^/]+$/,
    leansOn: 'everything',
    paths: [''],
    packages: any,
  },
  {
    files: /^screenplay\//,
    leansOn: 'itself and pure libraries (node-diff3)',
    paths: ['screenplay/'],
    packages: /^node-diff3$/,
  },
  {
    files: /^engines\/(?<own>[^/]+)\//,
    leansOn: 'itself and screenplay/',
    paths: ['engines/own/', 'screenplay/'],
    packages: /^$/,
  },
  {
    files: /^cli\//,
    leansOn: 'screenplay/, engines (by their entry files), and reading and writing files of server/',
    paths: [
      ...['cli/', 'screenplay/', engineEntries],
      'server/(importing/readScript|exporting/writeScriptFile)\\.ts$',
    ],
    packages: /^(node:|core-js\/)/,
  },
  { files: /^shared\//, leansOn: 'screenplay/ and zod', paths: pure, packages: /^zod$/ },
  {
    files: /^server\/((main|app)\.ts|jobs\/all\.ts)$/,
    leansOn: 'the whole server: it puts it together',
    paths: [...pure, 'server/'],
    packages: any,
  },
  {
    files: /^server\/(env|envVariables|envProviders|envBackup|envQuotas|startError)\.ts$/,
    leansOn: 'shared/',
    paths: [...pure, 'server/(env|envVariables|envProviders|envBackup|envQuotas|startError)\\.ts$'],
    packages: any,
  },
  {
    files: /^server\/db\//,
    leansOn: 'shared/, screenplay/, server/env.ts and server/startError.ts',
    paths: [...pure, 'server/db/', 'server/(env|startError)\\.ts$'],
    packages: any,
  },
  {
    files: /^server\/lib\//,
    leansOn: 'shared/, screenplay/, server/db, server/env.ts and server/startError.ts',
    paths: ground,
    packages: any,
  },
  {
    files: /^server\/(?<own>ai|storage|mail|payments)\//,
    leansOn:
      'shared/, engines (by their entry files), server/lib, server/db and their provider: features call them, they call no feature',
    paths: [...ground, engineEntries, sound, 'server/own/'],
    packages: any,
  },
  {
    files: /^server\/(?<own>[^/]+)\//,
    leansOn:
      "shared/, screenplay/, server/lib, server/db, what is handed in, and another feature's *.service.ts",
    paths: [...ground, sound, services, 'server/own/', 'server/[^/]+/[^/]+\\.service\\.ts$'],
    packages: any,
  },
  {
    files:
      /^web\/([^/]+|(workspace|landing)\/.+|.+Screen\.tsx|script\/(panel|state|studio|tableRead)\/.+|script\/ScriptPanel\.tsx)$/,
    leansOn:
      'the whole web, shared/ and screenplay/: routes and screens compose panels, and the landing page shows them',
    paths: [...pure, sound, 'web/'],
    packages: webPackages,
  },
  {
    files: /^web\/ui\/reorder\//,
    leansOn: 'web/lib and web/ui: no domain words',
    paths: ['web/lib/', 'web/ui/'],
    packages: notNode,
  },
  {
    files: /^web\/lib\//,
    leansOn: 'shared/, screenplay/, engines/sound/ and web/lib',
    paths: [...pure, sound, 'web/lib/'],
    packages: webPackages,
  },
  {
    files: /^web\/ui\//,
    leansOn: 'web/lib: no domain words',
    paths: ['web/lib/', 'web/ui/'],
    packages: webPackages,
  },
  {
    files: new RegExp(`^${webBase}`),
    leansOn: 'shared/, screenplay/, engines/sound/, web/lib, web/ui and the other base folders',
    paths: [...pure, sound, 'web/lib/', 'web/ui/', webBase],
    packages: webPackages,
  },
  {
    files: /^web\/(?<own>script|scriptEditor|scriptSync)\//,
    leansOn: "base folders, web/scriptEditor, web/scriptSync and another feature's *.data.ts",
    paths: [
      ...[...pure, sound, 'web/lib/', 'web/ui/', webBase, scriptFolders, 'web/own/'],
      'web/[^/]+/[^/]+\\.data\\.ts$',
    ],
    packages: webPackages,
  },
  {
    files: /^web\/(?<own>[^/]+)\//,
    leansOn: "shared/, screenplay/, base folders of the web, and another feature's *.data.ts",
    paths: [...pure, sound, 'web/lib/', 'web/ui/', webBase, 'web/own/', 'web/[^/]+/[^/]+\\.data\\.ts$'],
    packages: webPackages,
  },
];

export interface Crossing {
  file: string;
  line: number;
  imported: string;
  leansOn: string;
}

/** Return the imports below `root` that no rule permits, in file order. */
export function crossingsIn(root: string): Crossing[] {
  return sourcesIn(root).flatMap((file) => {
    const rule = rules.find((candidate) => candidate.files.test(file));
    if (rule === undefined) return [];
    return importsOf(fs.readFileSync(path.join(root, file), 'utf8'))
      .filter(({ specifier }) => !isAllowed(rule, file, specifier))
      .map(({ specifier, line }) => ({ file, line, imported: specifier, leansOn: rule.leansOn }));
  });
}

export interface LevelCrossing {
  file: string;
  line: number;
  imported: string;
  problem: LevelProblem;
}

/** Return the imports inside the script editor that break its table of levels. */
export function levelCrossingsIn(root: string): LevelCrossing[] {
  return sourcesIn(root).flatMap((file) =>
    importsOf(fs.readFileSync(path.join(root, file), 'utf8')).flatMap(({ specifier, line }) => {
      const target = pathOf(file, specifier.replace(/\?.*$/, ''));
      const problem = target === null ? null : levelProblemOf(file, target);
      return problem === null ? [] : [{ file, line, imported: specifier, problem }];
    }),
  );
}

function isAllowed(rule: Rule, file: string, specifier: string): boolean {
  const target = pathOf(file, specifier);
  if (target === null) return rule.packages.test(specifier);
  const own = rule.files.exec(file)?.groups?.own ?? 'own';
  return rule.paths.some((allowed) => new RegExp(`^${allowed.replace('own', own)}`).test(target));
}

/** Return the path in the repository that a specifier names; null for a package. */
function pathOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  return null;
}

const statement = /^[ \t]*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*(['"])(?<specifier>[^'"\n]+)\1/gm;
const call = /^(?![ \t]*(?:\/\/|\*)).*?\bimport\(\s*(['"])(?<specifier>[^'"\n]+)\1/gm;

/** Return all imports of a source text with their lines, including import() calls and types. */
export function importsOf(source: string): { specifier: string; line: number }[] {
  return [...source.matchAll(statement), ...source.matchAll(call)]
    .map((match) => ({
      specifier: match.groups?.specifier ?? '',
      line: source.slice(0, match.index + match[0].length).split('\n').length,
    }))
    .sort((a, b) => a.line - b.line);
}
