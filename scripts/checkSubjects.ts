import { spawnSync } from 'node:child_process';

/** Commit after which the subjects are checked. */
const firstChecked = '06ba484eeff8';
const maxLength = 72;

/** Imperative verbs that end like other verb forms. */
const imperatives =
  /^(?:Address|Bring|Bypass|Compress|Discuss|Dismiss|Embed|Express|Feed|Focus|Guess|Miss|Need|Pass|Press|Process|Proceed|Seed|Speed|String|Suppress|Toss)\b/;

/** Return the problem of a commit subject, which is imperative and short; null if it has none. */
export function subjectProblemOf(subject: string): string | null {
  if (subject.length > maxLength) return `longer than ${maxLength} characters`;
  if (!/^[A-Z]/.test(subject)) return 'begins without a capital';
  if (/\.$/.test(subject)) return 'ends with a full stop';
  if (/^[A-Z][a-z]+(?:ed|ing|s)\b/.test(subject) && !imperatives.test(subject)) return 'is not imperative';
  return null;
}

/**
 * Return the problems of the commits since the rule exists. None in a checkout without these
 * commits.
 */
export function subjectProblemsIn(root: string): { subject: string; problem: string }[] {
  const args = ['log', '--no-merges', '--format=%s', `${firstChecked}..HEAD`];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) return [];
  return stdout.split('\n').flatMap((subject) => {
    const problem = subject === '' ? null : subjectProblemOf(subject);
    return problem === null ? [] : { subject, problem };
  });
}
