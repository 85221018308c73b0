import type { TitlePage } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import type { TitleField } from '../titleFields.ts';
import { linePoints, pageBoxOf } from './metrics.ts';
import { columnsOf, type FieldColumn } from './titlePage.ts';

/** The place of a field on the title page, with room for all fields. */
export interface TitleFieldBox extends Pick<FieldColumn, 'alignment' | 'capacity'> {
  field: TitleField;
  /** Top of the first line on the paper. */
  topPoints: number;
  lineCount: number;
}

/** Return where each field stands while the title page is edited; an empty one has one line. */
export function titleFieldBoxes(titlePage: TitlePage, format: ScriptFormat): TitleFieldBox[] {
  const { topPoints } = pageBoxOf(format);
  return columnsOf(titlePage, format, true).flatMap(({ alignment, capacity, firstSlot, lines }) => {
    const fields = [...new Set(lines.flatMap(({ field }) => field ?? []))];
    return fields.map((field) => ({
      field,
      alignment,
      capacity,
      topPoints: topPoints + (firstSlot + lines.findIndex((each) => each.field === field)) * linePoints,
      lineCount: lines.filter((each) => each.field === field).length,
    }));
  });
}
