import { parseCue, speakerKey } from '#screenplay/cue.ts';
import { type LineRule, quoteShort } from '../rule.ts';
import { headingDifferences } from './headingForm.ts';

const places: Record<string, string> = { VO: '(V.O.)', OS: '(O.S.)', OC: '(O.C.)' };

/** Corrects the form of a cue: "Mara vo" → "MARA (V.O.)". */
export const cueForm: LineRule = {
  scope: 'line',
  id: 'cue-form',
  name: 'Cue form',
  reason:
    'A cue is the name in capitals with (V.O.), (O.S.) or (CONT’D) in brackets behind it; anything else counts as somebody else.',
  confidence: 0.9,
  types: ['character'],
  find(line) {
    const text = line.text.trim();
    const isPerson = (name: string) => line.facts.people.has(speakerKey(name));
    const { form, faults } = correctCue(text, line.element.originalType, isPerson);
    if (faults.length === 0 || form === '') return [];
    const description = `${quoteShort(text)}: ${faults.join(', ')}`;
    const edits = headingDifferences(line.text, form);
    const drops = [speakerKey(parseCue(text).name), speakerKey(parseCue(form).name)];
    return [{ from: 0, to: line.text.length, description, edits, drops }];
  },
};

/** Return the key of the speaker whom a cue names once its form is corrected. */
export function keyInForm(cue: string): string {
  return speakerKey(parseCue(correctCue(cue.trim(), null, () => true).form).name);
}

function correctCue(
  text: string,
  originalType: string | null,
  isPerson: (name: string) => boolean,
): { form: string; faults: string[] } {
  const faults: string[] = [];
  let form = text;
  if (/[:;,]$/.test(form)) {
    faults.push(`${quoteShort(form.slice(-1))} at the end`);
    form = form.slice(0, -1).trimEnd();
  }
  // First "V.O." and "VO" without brackets, then brackets without periods or without the closing
  // one.
  const bare = /^(.*[\p{L}\p{N}.]) +(V\. ?O\.?|V\/O|VO|O\. ?S\.?|O\/S|OS|O\. ?C\.?|OC)$/iu.exec(form);
  if (bare) {
    const extension = places[(bare[2] ?? '').toUpperCase().replace(/[^VOSC]/g, '')];
    // MR. VO may be a name. Without periods, the rest must be a character who also speaks without
    // it.
    const isSpelled =
      /[./]/.test(bare[2] ?? '') || (/^(?:VO|OS|OC)$/.test(bare[2] ?? '') && isPerson(bare[1] ?? ''));
    if (extension && isSpelled) {
      faults.push(`${extension} needs brackets and periods`);
      form = `${bare[1]} ${extension}`;
    }
  }
  form = form.replace(
    /\((V|O)(\.?)\s?\/?(O|S|C)(\.?)(\)?)$/i,
    (whole, first: string, a: string, second: string, b: string, end: string) => {
      const right = places[`${first}${second}`.toUpperCase()];
      if (!right || (a === '.' && b === '.' && end === ')' && whole.length === right.length)) return whole;
      faults.push(`${right} needs ${end === ')' ? 'periods' : 'its closing bracket'}`);
      return right;
    },
  );
  form = form.replace(/(?<=\S)\(/g, (bracket) => {
    faults.push('no space in front of the bracket');
    return ` ${bracket}`;
  });
  if (/\([^()]*$/.test(form) && !/\)/.test(form.slice(form.lastIndexOf('(')))) {
    faults.push('the bracket is not closed');
    form = `${form})`;
  }
  const { name } = parseCue(form);
  if (/\p{Ll}/u.test(name) && !isKnownForm(name, originalType)) {
    faults.push('not in capitals');
    const at = form.indexOf(name);
    if (at >= 0) form = form.slice(0, at) + name.toUpperCase() + form.slice(at + name.length);
  }
  return { form, faults };
}

/** Return whether the name may keep its lower-case letters: McAvoy, O'Neill, DeWitt. */
function isKnownForm(name: string, originalType: string | null): boolean {
  return (
    originalType !== null ||
    /^(?:Mc|Mac|de|De|Le|La|von|van|Van|O['’])\p{Lu}/u.test(name) ||
    /\p{Lu}{2}/u.test(name)
  );
}
