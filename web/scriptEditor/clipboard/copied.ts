import { parseFragment } from '#screenplay/copiedFragment.ts';
import { isCueType, isParentheticalType } from '#screenplay/elementTypes/predicates.ts';
import { parseEmphasis, type StyledText } from '#screenplay/emphasis.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { asElement } from '#screenplay/fountain/fragment.ts';
import type { Fragment } from '#screenplay/fragment.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import { sliceStyled } from '#screenplay/styled.ts';

/*
 * Clipboard formats: Fountain as plain text; HTML that reads as a script in a mail; and the
 * elements themselves in an attribute of the HTML, for pasting into this program. What is attached
 * to an element is not on the clipboard: its id is, and the server decides what a paste may take.
 */

const attribute = 'data-cold-open';
/** Left margin of a page, which a mail has already. */
const marginInches = 1.5;

export function htmlOf(fragment: Fragment, format: ScriptFormat): string {
  const paragraphs = fragment.elements.map(asElement).map((element) => {
    const box = boxOf(element, format);
    const left = (box.leftInches - marginInches).toFixed(2);
    const style = [
      'margin-top:0',
      `margin-bottom:${isCueType(element.elementType) || isParentheticalType(element.elementType) ? 0 : 1}em`,
      box.alignment === 'Right' || box.alignment === 'Center'
        ? `text-align:${box.alignment.toLowerCase()}`
        : `margin-left:${left}in;max-width:${(box.rightInches - box.leftInches).toFixed(2)}in`,
      ...(box.isRightToLeft ? ['direction:rtl'] : []),
      ...(box.isAllCaps ? ['text-transform:uppercase'] : []),
      ...(box.isBold ? ['font-weight:bold'] : []),
    ].join(';');
    return `<p style="${style}">${markupOf(parseEmphasis(element.content))}</p>`;
  });
  const own = encodeURIComponent(JSON.stringify(fragment));
  return `<div ${attribute}="${own}" style="font-family:Courier,monospace">${paragraphs.join('')}</div>`;
}

/** Return the elements copied in this or another project; null for other content. */
export function fragmentFromHtml(html: string): Fragment | null {
  const own = html.match(new RegExp(`${attribute}="([^"]*)"`))?.[1];
  if (own === undefined) return null;
  try {
    return parseFragment(JSON.parse(decodeURIComponent(own)));
  } catch {
    return null; // another program's attribute of that name
  }
}

function markupOf(styled: StyledText): string {
  const { text, spans } = styled;
  let markup = '';
  let at = 0;
  for (const { from, to, isBold, isItalic, isUnderlined, isStruck } of spans) {
    markup += escaped(text.slice(at, from));
    let part = escaped(sliceStyled(styled, from, to).text);
    if (isStruck) part = `<s>${part}</s>`;
    if (isUnderlined) part = `<u>${part}</u>`;
    if (isItalic) part = `<i>${part}</i>`;
    if (isBold) part = `<b>${part}</b>`;
    markup += part;
    at = to;
  }
  return markup + escaped(text.slice(at));
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '<br>',
};

function escaped(text: string): string {
  return text.replace(/[&<>"\n]/g, (sign) => entities[sign] ?? sign);
}
