import type { ElementType } from '../element.ts';
import type { StyledText } from '../emphasis.ts';
import { concatStyled, trimStyled } from '../styled.ts';

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
}

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
  [/^(?:lyrics?|singing|song)$/, 'dialogue', 'Lyrics'],
];

/** Return the type for a style; null for a style that names none. */
export function typeOfStyle(style: string): StyleType | null {
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
  return trimStyled(concatStyled(...runs));
}
