import { defaultStyles, type ParagraphStyle, type ScriptFormat } from '../format.ts';

/** Edges of a column, in inches from the left edge of the paper. */
type Column = Pick<ParagraphStyle, 'leftInches' | 'rightInches' | 'firstIndentInches'>;

const left: Column = { leftInches: 1.5, rightInches: 4.25, firstIndentInches: 0 };
const right: Column = { leftInches: 4.5, rightInches: 7.5, firstIndentInches: 0 };
const inRight: Column = { leftInches: 4.75, rightInches: 7.25, firstIndentInches: 0 };

/** Columns by FDX type name. All other types use the whole width. */
const columns: Readonly<Record<string, Column>> = {
  Action: left,
  General: left,
  Character: right,
  Dialogue: right,
  Parenthetical: inRight,
};

/**
 * Return a format in the two columns that scripts in India have: action at the left, speeches at
 * the right. Each is below the one before it, so that pages break as always. Source:
 * docs/format.md, "Styles".
 */
export function inTwoColumns(format: ScriptFormat): ScriptFormat {
  const changed = Object.entries(columns).map(([name, column]): [string, ParagraphStyle] => {
    const style = format.styles[name] ?? defaultStyles[name] ?? (defaultStyles.Action as ParagraphStyle);
    return [name, { ...style, ...column, alignment: 'Left' }];
  });
  return { ...format, styles: { ...format.styles, ...Object.fromEntries(changed) } };
}
