import { isActionType } from '#screenplay/elementTypes/predicates.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import { lengthInWords, quote, sceneInFull } from '#screenplay/facts/prose.ts';
import { examine } from '../examine.ts';
import type { Finding } from '../finding.ts';
import { visual } from './actionPrompts.ts';
import {
  type Advice,
  findingsAt,
  findingsInScene,
  listFindings,
  paragraphs,
  type SceneMoment,
  scopeSentence,
  suggestionCountSentence,
  variantsAt,
} from './context.ts';
import { castInWords } from './scenes.ts';

const formats = [
  'heading-form',
  'missing-time',
  'heading-place',
  'cue-form',
  'cue-name',
  'lost-speech',
  'parenthetical-form',
  'stacked-parentheticals',
  'introduction',
  'doubled-word',
];

/** Describe the role of this kind of element, and whether the element has it. */
function note(place: SceneMoment): string {
  const { element, scene, facts, text } = place;
  switch (element.elementType) {
    case 'scene_heading':
      return `${sceneInFull(scene)} runs ${lengthInWords(scene.eighths)}. ${castInWords(scene, facts)}`;
    case 'transition':
      return /^(?:CUT TO|CUT):?$/i.test(text.trim())
        ? 'A new heading is a cut already; CUT TO: is needed only where the cut itself is the point.'
        : 'A transition draws attention to itself. Keep it where the change of place or time means something.';
    case 'parenthetical':
      return 'Ask whether the line would be misread without it. If not, it can go.';
    case 'character':
      return castInWords(scene, facts);
    default:
      return '';
  }
}

/** "Improve this element": reports everything that the rules find in it. */
export function improveElement(place: SceneMoment): Advice {
  const own = findingsAt(place);
  const findings = [...own, ...variantsAt(place, own)];
  const label = elementLabels[place.element.elementType].toLowerCase();
  const body =
    own.length === 0 ? `By my rules there is nothing wrong with this ${label}.` : listFindings(own);
  return {
    text: paragraphs(
      scopeSentence(place, `this ${label} and its scene`),
      body,
      note(place),
      suggestionCountSentence(findings),
    ),
    findings,
  };
}

/** "Check the formatting": reports the form of this element and of its scene. */
export function checkFormatting(place: SceneMoment): Advice {
  const own = findingsAt(place, formats);
  const scene = findingsInScene(place, formats).filter(({ elementId }) => elementId !== place.element.id);
  const findings = [...own, ...scene];
  const here = own.length === 0 ? `${quote(place.text, 60)} is set as it should be.` : listFindings(own);
  const around =
    scene.length === 0
      ? 'The rest of the scene is in form, too.'
      : `Elsewhere in the scene: ${listFindings(scene)}`;
  return {
    text: paragraphs(scopeSentence(place), `${here} ${around}`, suggestionCountSentence(findings)),
    findings,
  };
}

/** "Suggest an alternative": offers only rewrites, or states that there are none. */
export function alternative(place: SceneMoment): Advice {
  const own = findingsAt(place).filter(({ suggestedContent }) => suggestedContent !== null);
  const findings = [...own, ...variantsAt(place, own)];
  const body =
    findings.length === 0
      ? 'I have no other wording for it that I could stand by: I rewrite only what is certain by rule, and here no rule applies.'
      : listFindings(findings);
  return {
    text: paragraphs(scopeSentence(place), body, note(place), suggestionCountSentence(findings)),
    findings,
  };
}

/** "Make it more cinematic": reports what the scene tells and could show. */
export function cinematic(place: SceneMoment): Advice {
  if (isActionType(place.element.elementType)) return visual(place);
  const ids = [
    'camera-talk',
    'filter',
    'passive',
    'there-is',
    'progressive',
    'long-action',
    'monologue',
    'stacked-parentheticals',
  ];
  const elementIds = place.facts.elements.slice(place.scene.from, place.scene.to).map(({ id }) => id);
  const findings: Finding[] = examine(place.facts, { elementIds }).filter(({ ruleId }) =>
    ids.includes(ruleId),
  );
  const body =
    findings.length === 0
      ? 'Nothing in the scene tells what it could show, as far as my rules see.'
      : `In the scene: ${listFindings(findings)}`;
  const craft =
    'What carries a picture is the action around this line: who moves, what changes place, what is seen first and what is kept back.';
  return { text: paragraphs(scopeSentence(place), body, craft, suggestionCountSentence(findings)), findings };
}
