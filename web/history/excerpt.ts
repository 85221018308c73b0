import type { DiffRun } from '#screenplay/diff.ts';

/** Characters of unchanged text that are shown next to a change. */
const besideLetters = 60;
/** Maximum number of characters of one run that are shown before it is expanded. */
const maxLetters = 360;

/** Cut a long text to the surroundings of its changes. Return the same runs when nothing is cut. */
export function excerpt(runs: readonly DiffRun[]): readonly DiffRun[] {
  const cut = runs.map((run, index) => {
    const isBetween = run.type === 'same' && runs.length > 1;
    if (run.text.length <= (isBetween ? besideLetters * 3 : maxLetters)) return run;
    if (!isBetween) return { ...run, text: `${cutEnd(run.text, maxLetters)} …` };
    const start = index === 0 ? '' : cutEnd(run.text, besideLetters);
    const end = index === runs.length - 1 ? '' : cutStart(run.text, besideLetters);
    return { ...run, text: `${start} … ${end}` };
  });
  return cut.every((run, index) => run === runs[index]) ? runs : cut;
}

/** Cut at the end of a word if one is near, never inside a surrogate pair. */
function cutEnd(text: string, letters: number): string {
  const cut = text.slice(0, letters).replace(/[\uD800-\uDBFF]$/, '');
  return cut.replace(/\s\S{0,20}$/, '');
}

function cutStart(text: string, letters: number): string {
  const cut = text.slice(-letters).replace(/^[\uDC00-\uDFFF]/, '');
  return cut.replace(/^\S{0,20}\s/, '');
}
