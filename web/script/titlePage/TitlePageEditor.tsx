import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { emptyTitlePage } from '#screenplay/element.ts';
import { parseEmphasis, writeEmphasis } from '#screenplay/emphasis.ts';
import { linePoints, pointsPerInch } from '#screenplay/layout/metrics.ts';
import { type TitleFieldBox, titleFieldBoxes } from '#screenplay/layout/titleFieldBoxes.ts';
import { replaceRange, unstyled } from '#screenplay/styled.ts';
import { currentTitleSection } from '#screenplay/titleChange.ts';
import { type TitleField, withTitleTexts } from '#screenplay/titleFields.ts';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { isComposingKey } from '#web/lib/composition.ts';
import { useStore } from '#web/lib/store.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { pressedCommand, pressedTextKey } from '#web/scriptEditor/keys/keys.ts';
import type { Measures } from '#web/scriptEditor/sheet/measures.ts';
import { useUser } from '#web/session/auth.ts';
import { useScriptScreen } from '../scriptScreen.ts';
import { isTitlePageActive, isTitlePageRequested, unsentTitlePage } from '../state/unsentTitlePage.ts';
import styles from './TitlePageEditor.module.css';
import { noTitleHistory, recordTitleStep, stepTitle } from './titleUndo.ts';
import { type TitleTexts, useTitleDraft } from './useTitleDraft.ts';

/** Hints of the empty fields, and the longest texts (shared/contract/projects.ts), in Tab order. */
const fields: Record<TitleField, { label: string; hint: string; maxLength: number }> = {
  title: { label: 'Title', hint: 'Title', maxLength: 1000 },
  credit: { label: 'Credit', hint: 'Written by', maxLength: 1000 },
  author: { label: 'Author', hint: 'Author', maxLength: 1000 },
  source: { label: 'Source', hint: 'Based on …', maxLength: 1000 },
  contact: { label: 'Contact', hint: 'Contact', maxLength: 2000 },
  copyright: { label: 'Copyright', hint: 'Copyright', maxLength: 1000 },
  draftDate: { label: 'Draft date', hint: 'Draft date', maxLength: 1000 },
  notes: { label: 'Notes', hint: 'Notes', maxLength: 5000 },
};
/** Fields in which Enter goes to the next field. */
const oneLiners: readonly TitleField[] = ['credit', 'draftDate', 'copyright'];

/** Editing of the title page in its place: the fields lie over the printed sheet. */
export function TitlePageEditor() {
  const { given, pages } = useScriptScreen();
  const project = useStore(given, (now) => now.project);
  const { measures, titlePx } = useStore(pages.book);
  const root = useRef<HTMLElement>(null);
  const { texts, write, save } = useTitleDraft(project, useUser()?.id ?? '');
  const titlePage = { ...project.titlePage, ...texts };
  const history = useRef(noTitleHistory);
  const isActive = useStore(isTitlePageActive);
  useEffect(() => () => isTitlePageActive.set(false), []);
  useUnsentTitlePage(project, texts, isActive);
  const focus = (field: TitleField) => focusField(root.current, field);
  useEffect(
    () => isTitlePageRequested.watch(() => isTitlePageRequested.get() && focusField(root.current, 'title')),
    [],
  );
  useEffect(() => {
    if (isTitlePageRequested.get()) focusField(root.current, 'title');
  }, []);

  const change = (field: TitleField, after: string) => {
    history.current = recordTitleStep(history.current, { field, before: titlePage[field], after });
    write(field, after);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isComposingKey(event)) return;
    const own = (event.target as HTMLElement).dataset.field as TitleField;
    const direction = pressedCommand(event, ['undo', 'redo']);
    if (direction) {
      event.preventDefault();
      const step = stepTitle(history.current, direction);
      if (!step) return;
      history.current = step.history;
      write(step.field, step.text);
      focus(step.field);
    } else if (pressedTextKey(event) === 'escape') {
      (event.target as HTMLElement).blur();
    } else if (pressedTextKey(event) === 'enter' && oneLiners.includes(own)) {
      event.preventDefault();
      const order = Object.keys(fields) as TitleField[];
      focus(order[order.indexOf(own) + 1] ?? 'title');
    } else return;
    event.stopPropagation();
  };
  const boxes = titleFieldBoxes(titlePage, project.format);
  const isFresh = boxes.every(({ field }) => field === 'title' || titlePage[field] === '');
  return (
    // A section, which the pointer of the script leaves alone.
    <section
      ref={root}
      aria-label="Edit the title page"
      className={styles.sheet}
      style={sheetPosition(measures, titlePx, isActive)}
      data-title-page=""
      data-active={isActive || undefined}
      data-fresh={isFresh || undefined}
      onMouseDown={(event) => {
        const field = fieldAtPoint(event, boxes, titlePage, measures);
        if (!field || event.button !== 0) return;
        event.preventDefault();
        focus(field);
      }}
      onKeyDown={onKeyDown}
      onFocus={() => isTitlePageActive.set(true)}
      onBlur={({ relatedTarget }) => {
        if (root.current?.contains(relatedTarget)) return;
        isTitlePageActive.set(false);
        save();
      }}
    >
      {(Object.keys(fields) as TitleField[]).map((field) => (
        <Field
          key={field}
          box={boxes.find((each) => each.field === field)}
          {...{ field, measures, isActive }}
          value={titlePage[field]}
          onChange={(text) => change(field, text)}
        />
      ))}
    </section>
  );
}

/** Let the printed sheet and printing have the texts before the server has them. */
function useUnsentTitlePage(shown: Project, texts: TitleTexts, isActive: boolean): void {
  const { data: stored = shown } = useQuery(projectQuery(encodeProjectId(shown.id)));
  useLayoutEffect(() => {
    const isUnsent = Object.keys(texts).length > 0;
    unsentTitlePage.set(isUnsent ? { ...withTexts(stored, texts), isShown: !isActive } : null);
  }, [stored, texts, isActive]);
  useEffect(() => () => unsentTitlePage.set(null), []);
}

function withTexts({ id, name, titlePage: before, format }: Project, texts: TitleTexts) {
  const titlePage = withTitleTexts(before, texts) ?? { ...emptyTitlePage, title: name };
  const { titleSection } = format;
  const section = titleSection && { titleSection: currentTitleSection(titleSection, titlePage) };
  return { id, titlePage, format: { ...format, ...section } };
}

interface FieldProps {
  field: TitleField;
  /** Undefined where the page has no room for it. */
  box: TitleFieldBox | undefined;
  measures: Measures;
  isActive: boolean;
  value: string;
  onChange: (text: string) => void;
}

/** A field as plain text; the styles of its letters stay. */
function Field({ field, box, measures, isActive, value, onChange }: FieldProps) {
  const styled = parseEmphasis(value);
  const { text, spans } = styled;
  const { label, hint, maxLength } = fields[field];
  const whole = spans.length === 1 && spans[0]?.from === 0 && spans[0].to === text.length ? spans[0] : null;
  return (
    <textarea
      className={styles.field}
      style={{
        ...(box && fieldPosition(box, measures)),
        fontWeight: whole?.isBold ? 700 : 400,
        fontStyle: whole?.isItalic ? 'italic' : 'normal',
        textDecoration: whole?.isUnderlined ? 'underline' : 'none',
        textTransform: field === 'title' && text !== '' ? 'uppercase' : 'none',
      }}
      data-field={field}
      aria-label={label}
      placeholder={hint}
      maxLength={maxLength}
      rows={Math.max(1, text.split('\n').length)}
      spellCheck={false}
      // Tab reaches the title page once; inside it goes from field to field.
      tabIndex={isActive || field === 'title' ? 0 : -1}
      value={text}
      onChange={({ target }) => onChange(writeEmphasis(withText(styled, target.value)))}
    />
  );
}

/** Return a styled text with another plain text; letters that stay keep their styles. */
function withText(styled: ReturnType<typeof parseEmphasis>, next: string) {
  const { text } = styled;
  const shorter = Math.min(text.length, next.length);
  let start = 0;
  while (start < shorter && text[start] === next[start]) start++;
  let tail = 0;
  while (tail < shorter - start && text.at(-1 - tail) === next.at(-1 - tail)) tail++;
  return replaceRange(styled, start, text.length - tail, unstyled(next.slice(start, next.length - tail)));
}

function focusField(root: HTMLElement | null, field: TitleField): void {
  isTitlePageRequested.set(false);
  const area = root?.querySelector<HTMLTextAreaElement>(`[data-field="${field}"]`);
  area?.focus();
  area?.setSelectionRange(area.value.length, area.value.length);
}

function sheetPosition(measures: Measures, titlePx: number, isActive: boolean) {
  const { deskTopPx, sheetLeftPx, sheetPx, paperPx, headPx, gapPx, isPhone } = measures;
  if (isPhone) {
    // While it is edited, the column of all fields may be higher than the printed texts.
    const heightPx = titlePx - gapPx;
    const height = isActive ? { minHeight: heightPx } : { height: heightPx };
    return { top: deskTopPx, left: 0, width: sheetPx, paddingTop: headPx, ...height };
  }
  return { top: deskTopPx, left: sheetLeftPx, width: sheetPx, height: paperPx };
}

const leftInches = 1.5;
const rightInches = 1;

function fieldPosition({ alignment, capacity, topPoints, lineCount }: TitleFieldBox, measures: Measures) {
  const { inchPx, charPx, linePx, sheetPx, isPhone } = measures;
  if (isPhone) return {};
  const widthPx = Math.ceil(capacity * charPx) + 1;
  const leftPx = {
    Left: leftInches * inchPx,
    Center: (sheetPx - widthPx) / 2,
    Right: sheetPx - rightInches * inchPx - widthPx,
  }[alignment];
  return {
    top: (topPoints / pointsPerInch) * inchPx,
    left: leftPx,
    width: widthPx,
    height: lineCount * linePx,
    textAlign: ({ Left: 'left', Center: 'center', Right: 'right' } as const)[alignment],
  };
}

/** Return the field whose printed text is under the pointer, or else the nearest one. */
function fieldAtPoint(
  { clientX, clientY, target, currentTarget }: MouseEvent<HTMLElement>,
  boxes: readonly TitleFieldBox[],
  titlePage: Record<TitleField, string>,
  { inchPx, sheetPx }: Measures,
): TitleField | null {
  if (target instanceof HTMLTextAreaElement && currentTarget.dataset.active !== undefined) return null;
  const printed = document
    .elementsFromPoint(clientX, clientY)
    .find((element) => element.matches('p, p *') && !currentTarget.contains(element))?.textContent;
  const field = printed && boxes.find((box) => hasLine(titlePage[box.field], printed))?.field;
  if (field) return field;
  const { left, top } = currentTarget.getBoundingClientRect();
  const y = ((clientY - top) / inchPx) * pointsPerInch;
  const side = clientX - left < sheetPx / 2 ? 'Left' : 'Right';
  const distance = ({ topPoints, lineCount, alignment }: TitleFieldBox) =>
    Math.max(topPoints - y, y - topPoints - lineCount * linePoints, 0) +
    (alignment === 'Center' || alignment === side ? 0 : 1000);
  return boxes.toSorted((a, b) => distance(a) - distance(b))[0]?.field ?? null;
}

function hasLine(value: string, printed: string): boolean {
  return parseEmphasis(value).text.toUpperCase().includes(printed.trim().toUpperCase());
}
