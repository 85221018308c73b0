import { examineSteps } from '#engines/doctor/doctor.ts';
import { factsOfProject } from '#screenplay/facts/project.ts';
import { runToCompletion } from '#screenplay/steps.ts';
import type { CliCommand } from './command.ts';
import { cliExitCodes } from './failure.ts';
import { readInput, type Script, shownName } from './files.ts';
import { numberProblems } from './numberProblems.ts';
import { type PaginatedScript, paginated } from './paginated.ts';
import type { Problem } from './problem.ts';

/**
 * Rules of the script doctor about form: headings, cues, parentheticals and lost lines. Its rules
 * about style are a matter of taste.
 */
const formRules: ReadonlySet<string> = new Set([
  ...['cue-form', 'cue-name', 'similar-names', 'heading-form', 'heading-place', 'lost-speech'],
  ...['missing-time', 'stacked-parentheticals', 'parenthetical-form', 'doubled-word'],
]);

/** Reports faults of form: in numbers, headings and cues, and lost lines. */
export const check: CliCommand = {
  summary: 'Check numbers, headings, cues and lost lines',
  usage: 'check INPUT [--json]',
  details: `Reports missing and repeated scene numbers, slug lines and cues in an unusual form, names
that are spelled in two ways, speeches without a cue, and what was uncertain in reading the file.
The exit code is 1 if something was found. INPUT may be - for standard input.`,
  positionals: ['INPUT'],
  options: {},
  async run([input = ''], _options, { report }) {
    const script = await readInput(input);
    const read = paginated(script);
    const problems = [...numberProblems(read), ...formProblems(read), ...receiptProblems(script)];
    report({
      result: { problems },
      lines:
        problems.length === 0
          ? [`${shownName(input)}: nothing found.`]
          : problems.map(({ page, text }) => (page === null ? text : `Page ${page}: ${text}`)),
    });
    return problems.length === 0 ? cliExitCodes.ok : cliExitCodes.found;
  },
};

function formProblems({ pagination, pageOf, ...read }: PaginatedScript): Problem[] {
  const { format } = pagination;
  const elements = read.elements.map((element, index) => ({ ...element, id: index + 1 }));
  const facts = factsOfProject({ elements, format, pagination });
  return runToCompletion(examineSteps(facts))
    .filter(({ ruleId }) => formRules.has(ruleId))
    .map(({ ruleId, elementId, description }) => {
      const element = elementId === null ? null : elementId - 1;
      return { type: ruleId, element, page: element === null ? null : pageOf(element), text: description };
    });
}

function receiptProblems({ receipt: { uncertain, shortened } }: Script): Problem[] {
  const ofFile = (type: string) => (text: string) => ({ type, element: null, page: null, text });
  return [...uncertain.map(ofFile('uncertain')), ...shortened.map(ofFile('shortened'))];
}
