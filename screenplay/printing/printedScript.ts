import type { JointCues } from '../cast.ts';
import { belongsToSpeaker, speakerKey } from '../cue.ts';
import type { ScriptElement } from '../element.ts';
import { isCueType, isHeadingType } from '../elementTypes/predicates.ts';
import type { ScriptFormat } from '../format.ts';
import { cellsOf } from '../layout/cells.ts';
import { cellPoints, defaultSizePoints, pageBoxOf } from '../layout/metrics.ts';
import { pageLabelOf } from '../layout/pageNumbers.ts';
import { paginate } from '../layout/paginate.ts';
import { placePage } from '../layout/place.ts';
import type { PrintFacts } from '../layout/setText.ts';
import type { TextRun } from '../layout/types.ts';
import { provideLockRules } from '../production/provideLockRules.ts';
import { chosenElements } from './chooseScenes.ts';
import { marginNumberRuns } from './marginNumbers.ts';
import { isSides, type NewPageChoice, type PrintChoice } from './printChoice.ts';
import { markedAreas, type PrintedPage, sidesPage } from './printedSides.ts';

provideLockRules();

/** A printed page of the script with its label. */
export interface LabelledPage extends PrintedPage {
  label: string;
}

interface ScriptToPrint {
  elements: readonly ScriptElement[];
  format: ScriptFormat;
  facts: PrintFacts;
  joint?: JointCues | undefined;
}

/** Yield the pages of a script as the user chose to print it. */
export function* chosenPages(script: ScriptToPrint, choice: PrintChoice): Generator<LabelledPage> {
  const { facts, joint } = script;
  const format = withNewPages(script.format, choice.newPages);
  const elements = withPageBreaks(script.elements, format, choice.newPages);
  const pagination = paginate(elements, format);
  const isChosen = isSides(choice) ? chosenElements(elements, choice, joint) : null;
  const key = speakerKey(choice.marked);
  const isMarked = key === '' ? null : belongsToSpeaker(elements, key, joint);
  const isCue = (index: number) => isCueType(elements[index]?.elementType);
  for (let index = 0; index < pagination.pages.length; index++) {
    const all = placePage(pagination, index, facts);
    const page = isChosen ? sidesPage(all, isChosen, choice.otherText) : { runs: all, lines: [] };
    if (!page) continue;
    const areas = isMarked ? markedAreas(page.runs, isMarked) : [];
    const numbers = marginNumberRuns(page.runs, choice.numbers, isCue);
    const runs = [...furnitureOf(choice, format), ...numbers, ...page.runs];
    yield { runs, lines: page.lines, areas, label: pageLabelOf(pagination, index) };
  }
}

/** Return the format in which scenes or acts begin a page. Locked pages keep their beginnings. */
function withNewPages(format: ScriptFormat, newPages: NewPageChoice): ScriptFormat {
  const name = { none: null, scenes: 'Scene Heading', acts: 'New Act' }[newPages];
  const style = name === null ? undefined : format.styles[name];
  if (!style || name === null || format.pageLock) return format;
  return { ...format, styles: { ...format.styles, [name]: { ...style, startsNewPage: true } } };
}

/** A line that begins an act: "ACT TWO". */
const actLine = /^\W*act\s+\w+\W*$/i;

/** Break the page before act lines without a style for that. */
function withPageBreaks(
  elements: readonly ScriptElement[],
  { pageLock }: ScriptFormat,
  newPages: NewPageChoice,
): readonly ScriptElement[] {
  if (newPages !== 'acts' || pageLock) return elements;
  return elements.map((element, index) => {
    const { content, elementType, originalType, extras } = element;
    const isAct = originalType === null && !isHeadingType(elementType) && actLine.test(content);
    if (!isAct || index === 0) return element;
    return { ...element, extras: { ...extras, layout: { ...extras?.layout, startsNewPage: true } } };
  });
}

const footSizePoints = 8;
const edgePoints = 26;

/** Return the lines at the head and foot of each page: which sides these are, and whose copy. */
export function furnitureOf(choice: PrintChoice, format: ScriptFormat): TextRun[] {
  const { widthPoints, heightPoints } = pageBoxOf(format);
  const head = isSides(choice) ? `SIDES: ${sidesTitle(choice)}` : '';
  const foot = [choice.recipient && `Copy for ${choice.recipient}`, choice.code].filter(Boolean).join(' · ');
  return [
    smallRun(head, widthPoints, edgePoints),
    smallRun(foot, widthPoints, heightPoints - edgePoints),
  ].filter(({ text }) => text !== '');
}

/** Describe which scenes are in the sides. */
export function sidesTitle({ scenes, character }: Pick<PrintChoice, 'scenes' | 'character'>): string {
  return [character.trim().toUpperCase(), scenes.trim() && `scenes ${scenes.trim()}`]
    .filter(Boolean)
    .join(', ');
}

function smallRun(text: string, paperPoints: number, yPoints: number): TextRun {
  const width = (cellsOf(text) * cellPoints * footSizePoints) / defaultSizePoints;
  return {
    text,
    ...{ isBold: false, isItalic: false, isUnderlined: false },
    ...{ xPoints: (paperPoints - width) / 2, yPoints, sizePoints: footSizePoints },
    ...{ role: 'page-number', elementIndex: null },
  };
}
