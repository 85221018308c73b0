import fs from 'node:fs';
import path from 'node:path';

/**
 * Finds wording that reads like a translation: in comments, names, test titles, texts and documents
 * (docs/glossary.md has the terms to use instead), and lines that are too long to read.
 * Run: node scripts/checkWords.ts [folder …]; without folders it checks those that are clean already.
 */
interface Pattern {
  pattern: RegExp;
  /** The words to use instead. */
  instead: string;
  /** Paths in which the words have another, literal meaning. */
  permitted?: RegExp;
}

const comment = '^\\s*(?:/\\*\\*|\\*|//)\\s*';
const opening = '^\\s*(?:/\\*\\*|//)\\s*';

const patterns: readonly Pattern[] = [
  { pattern: /\banew\b/i, instead: '"again", or the verb: refetch, re-render, recreate' },
  { pattern: /\bwhoever\b/i, instead: 'the user, the caller, a member' },
  { pattern: /\b(told|tells?|telling) of\b/i, instead: '"notify about", "report", "describe"' },
  { pattern: /\b(is|are|was|were|be|been) told\b/i, instead: 'say who notifies whom' },
  { pattern: /\bso many\b/i, instead: '"n", "at most n", "that many"' },
  { pattern: /\bdoes: ['"]/, instead: '`type`, in key tables `label`' },
  { pattern: /\bis: ['"]/, instead: '`type` (variant) or `status` (state)' },
  { pattern: /\b\w*(Told|Heard|Met|Gone|Wanted)\b/, instead: 'a noun' },
  {
    pattern: /\b(const|let)\s+(heard|told|wanted|gone|asked|said|met|given)\b/,
    instead: 'a noun: received, message, requested, deleted, input',
  },
  { pattern: /\bbreathing\b/i, instead: '"yield"', permitted: /^engines\/sound\// },
  { pattern: /\bcame? to nothing\b/i, instead: '"failed", "was rejected", "was empty"' },
  { pattern: /\bnobody['’]?s\b/i, instead: '"orphaned", "without an owner", "unassigned"' },
  { pattern: /\bfor want of\b/i, instead: '"because there is no …"' },
  { pattern: /\b(gives?|gave|given|giving) back\b/i, instead: 'return, release, restore, refund' },
  { pattern: /\b(takes?|took|taken|taking) back\b/i, instead: 'undo, revert, revoke' },
  { pattern: /\b(gives?|gave|given|giving) up\b/i, instead: 'abandon, time out, drop, cancel' },
  { pattern: /\bthe way back\b/i, instead: 'undo, inverse, redo' },
  { pattern: /\bgives the way to\b/i, instead: '"returns a function that"' },
  { pattern: /\bunder way\b|\bon (its|their) way\b/i, instead: 'in flight, pending, running' },
  { pattern: /\bmeanwhile\b/i, instead: '"in the meantime", "since then", or the event' },
  { pattern: /\bas it (stands|stood)\b/i, instead: '"current", "unchanged", "verbatim"' },
  { pattern: /\bof (our|its|their) own\b/i, instead: '"own …", "separate", "dedicated"' },
  { pattern: /\b(by|of) ours\b/, instead: '"our …", or the name of the module' },
  { pattern: /\bthe house\b/i, instead: '"the code base"' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix, repair, correct' },
  { pattern: /\b(with|for|at) every key\b/i, instead: '"on every keystroke"' },
  {
    pattern: /\bstands? (beside|behind|below|above|there)\b/i,
    instead: 'is next to, after, below, above; is stored',
  },
  { pattern: /\bnothing of\b/i, instead: '"no …", "none of"' },
  { pattern: new RegExp(`${opening}Of\\b`), instead: 'a comment that begins with a verb or a noun' },
  { pattern: new RegExp(`${opening}The same\\b`), instead: 'a comment that stands without the one above it' },
  {
    pattern: new RegExp(`${comment}(What|Whoever|Whose|Whom)\\b(?!.*\\?)`),
    instead: 'a comment that begins with a verb or a noun',
  },
  {
    pattern: new RegExp(`${opening}Who\\b(?!.*\\?)`),
    instead: 'a comment that begins with a verb or a noun',
  },
  {
    pattern: /^\s*(test|it)\(\s*['"`](of|that|who|whose|what|as|at|in|by|with|without|behind|before)\b/,
    instead: 'a title that begins with a verb',
  },
  {
    pattern: /\b(usual|least|most|greatest|longest)(?!IncreasingSubsequence)[A-Z]\w+/,
    instead: 'default…, min…, max…',
  },
  {
    pattern: /\b(kept|keep|forget|forgotten)(?!PreviousData|Alive|Features|File\b|Next\/)[A-Z]\w+/,
    instead: 'cached, stored, persist, clear',
  },
  { pattern: /\b(say|hear|tell|told)[A-Z]\w+/, instead: 'send, receive, notify, show' },
];

/**
 * Folders in which the words are checked by `npm run check`. A folder is added when it has no problem
 * left.
 */
export const checkedFolders: readonly string[] = [
  ...['screenplay', 'engines', 'shared', 'server', 'web', 'test', 'bench', 'scripts'],
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'docs'],
];

/** Lines in which the words are right: sample scripts, texts for models, stored and specified texts. */
const permittedLines: readonly { file: RegExp; text: RegExp }[] = [
  { file: /\.(test|spec)\.tsx?$/, text: /GONE|Gone\.|breathing\?|gives up|loses the house|does: '/ },
  { file: /^server\/assistant\/chat\.test\.ts$/, text: /Give each call a key of its own/ },
  {
    file: /^server\/ai\/prompts\//,
    text: /standing wishes|What stands there|several good ways|stands as plain/,
  },
  { file: /^server\/admin\/pricing\.service\.ts$/, text: /in the meantime/ },
  { file: /^server\/(planning|db\/schema)\//, text: /\btoldBeats\b/ },
  { file: /^screenplay\/fdx\//, text: /of (its|their) own/ },
  { file: /^screenplay\/language\/|^engines\/doctor\/rules\/lastingVerbs/, text: / mend / },
  { file: /^engines\/doctor\/(answers|rules)\//, text: /'|`/ },
];

/** Fiction, and word lists of the built-in engines, which contain everyday language. */
const fiction = /^(web\/landing|screenplay\/fixtures)\/|\/testset\/|^server\/ai\/builtin\/.*words\.ts$/;
/** Files that quote the words: this one, its test and the glossary. */
const quotes = /^scripts\/checkWords(\.test)?\.ts$|^docs\/glossary\.md$|^server\/db\/migrations\//;

const maxCommentLine = 100;
const maxMarkdownLine = 120;

export interface WordingProblem {
  file: string;
  line: number;
  text: string;
  instead: string;
}

/** Return the wording problems of one file's text, by line. */
export function wordingProblemsIn(file: string, text: string): WordingProblem[] {
  if (fiction.test(file) || quotes.test(file)) return [];
  return text.split('\n').flatMap((content, index) => {
    const problem = (instead: string) => ({ file, line: index + 1, text: content.trim(), instead });
    const worded = patterns
      .filter(({ pattern, permitted }) => pattern.test(content) && !permitted?.test(file))
      .filter(() => !permittedLines.some((line) => line.file.test(file) && line.text.test(content)))
      .map(({ instead }) => problem(instead));
    const isTooLong = file.endsWith('.md')
      ? content.length > maxMarkdownLine && !/^\||^\s*\S+$|^!?\[.*\]\(/.test(content)
      : /^\s*(\/\*\*|\*|\/\/)(?! biome-ignore)/.test(content) && content.length > maxCommentLine;
    return isTooLong ? [...worded, problem('a shorter line')] : worded;
  });
}

const extensions = /\.(ts|tsx|mjs|js|css|html|md)$/;

/** Return the wording problems of all files below the given folders of `root`, without installed ones. */
export function wordingProblemsBelow(root: string, folders: readonly string[]): WordingProblem[] {
  return folders.flatMap((folder) => {
    const start = path.join(root, folder);
    if (fs.statSync(start).isFile()) return wordingProblemsIn(folder, fs.readFileSync(start, 'utf8'));
    return fs
      .readdirSync(start, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && extensions.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .filter((file) => !file.split(path.sep).includes('node_modules'))
      .sort()
      .flatMap((file) => wordingProblemsIn(file, fs.readFileSync(path.join(root, file), 'utf8')));
  });
}

if (import.meta.main) {
  const folders = process.argv.slice(2);
  const problems = wordingProblemsBelow('.', folders.length > 0 ? folders : checkedFolders);
  for (const { file, line, text, instead } of problems)
    console.log(`${file}:${line}  ${text.slice(0, 120)}  (better: ${instead})`);
  console.log(`${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}
