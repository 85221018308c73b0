import { convertLineType } from '#screenplay/flow.ts';
import { replaceRange, unstyled } from '#screenplay/styled.ts';
import type {
  FirstSelection,
  LiveFieldHandle,
  LiveText,
  Rewrite,
  TextRange,
} from '#web/scriptEditor/field/liveText.ts';
import type { ActiveLine } from '#web/scriptEditor/line/activeLine.ts';
import type { ScriptEditor } from '#web/scriptEditor/scriptEditor.ts';

/** The field of the active line without a document: a text and a selection. */
export class TextField implements LiveFieldHandle {
  readonly #editor: ScriptEditor;
  #line: ActiveLine | null = null;
  #text: LiveText = unstyled('');
  #range: TextRange = { start: 0, end: 0 };

  constructor(editor: ScriptEditor) {
    this.#editor = editor;
    const get = () => (editor.writing.line.get() ? this : null);
    Object.defineProperty(editor.nodes.field, 'current', { get });
    editor.writing.line.watch(() => this.#follow());
  }

  /** The text as the field shows it. */
  get text(): string {
    this.#follow();
    return this.#text.text;
  }

  /** Open another line, and give the text the form of its type, as the real field does. */
  #follow(): void {
    const line = this.#editor.writing.line.get();
    const before = this.#line;
    this.#line = line;
    if (!line) return;
    if (before?.key !== line.key) {
      this.#text = line.text;
      this.#setRange(line.selection);
    } else if (before.type !== line.type)
      this.rewrite(({ text, caret }) => convertLineType({ text, caret }, before.type, line.type));
  }

  #setRange(selection: FirstSelection): void {
    const end = this.#text.text.length;
    if (selection === 'all') this.#range = { start: 0, end };
    else this.#range = typeof selection === 'number' ? { start: selection, end: selection } : selection;
  }

  #tell(isCut = false): void {
    this.#editor.writing.setText(this.#text, undefined, isCut);
  }

  /** Replace the selection, as typing, deleting and cutting do. */
  insert(text: LiveText, isCut = false): void {
    const { start, end } = this.selection();
    this.#text = replaceRange(this.#text, start, end, text);
    this.#setRange(start + text.text.length);
    this.#tell(isCut);
  }

  selection(): TextRange {
    this.#follow();
    return this.#range;
  }

  replace(next: LiveText, selection: TextRange | number): void {
    this.#follow();
    this.#text = next;
    this.#setRange(selection);
    this.#tell();
  }

  rewrite(make: Rewrite): void {
    const { text, caret } = make({ text: this.#text, caret: this.#range.end });
    this.#text = text;
    this.#setRange(caret);
    this.#tell();
  }

  refresh(make: Rewrite): void {
    this.#follow();
    const { text, caret } = make({ text: this.#text, caret: this.#range.end });
    this.#text = text;
    this.#setRange(caret);
  }

  select(selection: FirstSelection): void {
    this.#follow();
    this.#setRange(selection);
  }

  toggle(): void {}
  focus(): void {}
  isComposing(): boolean {
    return false;
  }
}
