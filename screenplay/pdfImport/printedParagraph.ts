import type { DualColumn, ElementType } from '../element.ts';
import type { StyledText } from '../emphasis.ts';
import type { BodyLine } from './bodyLines.ts';

/** Line of a paragraph, with what the way of joining it to the line above depends on. */
export interface ParagraphLine {
  styled: StyledText;
  /** Start and end of the line, in characters from the left edge of action. */
  column: number;
  endColumn: number;
  page: number;
  /** Whether an empty line is above it. */
  isBelowBlank?: true;
}

/** Lines that become one element. */
export interface PrintedParagraph {
  type: ElementType;
  dual: DualColumn | null;
  lines: ParagraphLine[];
  sceneNumber: string | null;
  isCentred: boolean;
  /** Why the type or the limits of the paragraph are uncertain. */
  doubt: Doubt | null;
}

export type Doubt = 'heading' | 'mixedCue' | 'joined' | 'column';

type PlacedLine = Pick<BodyLine, 'styled' | 'column' | 'endColumn' | 'page'>;

export function paragraphOf(
  type: ElementType,
  line: PlacedLine,
  more: Partial<PrintedParagraph> = {},
): PrintedParagraph {
  return {
    type,
    dual: null,
    sceneNumber: null,
    isCentred: false,
    doubt: null,
    ...more,
    lines: [paragraphLineOf(line)],
  };
}

export function paragraphLineOf({ styled, column, endColumn, page }: PlacedLine): ParagraphLine {
  return { styled, column, endColumn, page };
}

/** Return whether more brackets are opened than closed in the lines of a paragraph. */
export function hasOpenBracket({ lines }: Pick<PrintedParagraph, 'lines'>): boolean {
  const text = lines.map(({ styled }) => styled.text).join(' ');
  return (text.match(/[(（]/g)?.length ?? 0) > (text.match(/[)）]/g)?.length ?? 0);
}
