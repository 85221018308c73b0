import type { CSSProperties } from 'react';
import type { ScriptFormat } from '#screenplay/format.ts';
import { bodyLeftPx } from './lines.ts';
import type { Measures } from './measures.ts';

/** Return the custom properties that give Sheet.module.css the size of the rendered sheets. */
export function sheetStyle(format: ScriptFormat, measures: Measures): CSSProperties {
  return {
    ['--inch' as string]: `${measures.inchPx}px`,
    ['--script-size' as string]: `${measures.fontPx}px`,
    ['--script-line' as string]: `${measures.linePx}px`,
    ['--sheet' as string]: `${measures.sheetPx}px`,
    ['--head' as string]: `${measures.headPx}px`,
    ['--body' as string]: `${bodyLeftPx(format, measures)}px`,
  };
}
