import { type DualColumn, type ElementType, elementTypes, type ScriptElement } from '../element.ts';
import { elementLabels, fdxTypeNames } from '../elementTypes/table.ts';
import type { StyledText } from '../emphasis.ts';
import type { ScriptNote } from '../screenplay.ts';
import { concatRuns, trimStyled } from '../styled.ts';

/** Paragraph of a document of another program, as its file describes it. */
export interface StyledParagraph {
  /** Name of its style; "" if it has none. */
  style: string;
  styled: StyledText;
  /** Distance of its left edge from that of the text, in inches. */
  leftInches: number;
  alignment: 'left' | 'center' | 'right';
  startsNewPage: boolean;
  sceneNumber?: string | null;
  dual?: DualColumn | null;
  comments?: ParagraphComment[];
}

/** Comment on a paragraph. */
export type ParagraphComment = Pick<ScriptNote, 'text' | 'author'>;

/** Type of an element by the name of a style, as the programs for scripts name them. */
export interface StyleType {
  type: ElementType;
  /** FDX type name of what is not one of our types. */
  originalType: string | null;
}

const typesByName: [pattern: RegExp, type: ElementType, originalType?: string][] = [
  [
    /^(?:scene ?heading|slug ?line|scene|heading|sceneheading|szene|szenenüberschrift|intitulé)$/,
    'scene_heading',
  ],
  [
    /^(?:action|description|stage direction|scene action|business|handlung|regie|didascalie|acción)$/,
    'action',
  ],
  [/^(?:character|character name|cue|speaker|name|figur|rolle|personnage|personaje)$/, 'character'],
  [/^(?:dialog|dialogue|speech|dialogo|diálogo|diálogos)$/, 'dialogue'],
  [/^(?:parenthetical|parentheses|wryly|paren|actor direction|klammer|parenthèses?)$/, 'parenthetical'],
  [/^(?:transition|übergang|transición)$/, 'transition'],
  [/^shot$/, 'action', 'Shot'],
  [/^(?:act|act ?break|new act|actbreak)$/, 'action', 'New Act'],
  [/^end of act$/, 'action', 'End of Act'],
  [/^general$/, 'action', 'General'],
  [/^cast list$/, 'action', 'Cast List'],
  [/^(?:lyrics?|singing|song)$/, 'dialogue', 'Lyrics'],
];

const typesByLabel = new Map(elementTypes.map((type) => [elementLabels[type], type]));
/** Name of a style that states the type of its elements, such as "Act Title (Action)". */
const namedType = /^(.+) \(([^()]+)\)$/;

/** Return the name of the style for an element. `typeOfStyle` returns its types from it. */
export function styleNameOf({
  elementType,
  originalType,
}: Pick<ScriptElement, 'elementType' | 'originalType'>): string {
  if (originalType === null) return fdxTypeNames[elementType];
  const known = typeOfStyle(originalType);
  const isKnown = known?.type === elementType && known.originalType === originalType;
  return isKnown ? originalType : `${originalType} (${elementLabels[elementType]})`;
}

/** Return the type for a style; null for a style that names none. */
export function typeOfStyle(style: string): StyleType | null {
  const [, originalName = null, label = ''] = namedType.exec(style) ?? [];
  const stated = typesByLabel.get(label);
  if (stated) return { type: stated, originalType: originalName };
  const name = style
    .toLowerCase()
    .replace(/[_-]+/g, ' ')
    .replace(/^(?:screenplay|script|sp|fd|drehbuch)\s*[:.]?\s*/, '')
    .replace(/\s*(?:char|\d+|style|text|element)$/, '')
    .trim();
  for (const [pattern, type, originalType = null] of typesByName)
    if (pattern.test(name)) return { type, originalType };
  return null;
}

/** Type of a line that begins like a heading. */
export const headingType = 'scene_heading' satisfies ElementType;

/** Join runs into the text of a paragraph, without white space at its ends. */
export function joinRuns(runs: readonly StyledText[]): StyledText {
  return trimStyled(concatRuns(runs));
}
