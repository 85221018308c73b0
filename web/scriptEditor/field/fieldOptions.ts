import type { Style } from '#screenplay/styled.ts';
import type { Clipboard } from '../clipboard/clipboardOf.ts';
import type { LiveText, TextRange } from './liveText.ts';
import type { TypedField } from './smartTyping.ts';

export interface FieldOptions extends Pick<TypedField, 'type' | 'isBelow'> {
  isInCapitals: boolean;
  /** Styles that all of the text has anyway. */
  box: Readonly<Record<Style, boolean>>;
  /** `isCut`: the removed text is on the clipboard. */
  onText: (next: LiveText, isCut: boolean) => void;
  onSelection: ((range: TextRange) => void) | undefined;
  onPaste: ((clipboard: Clipboard) => boolean) | undefined;
  /** Copies a part of the text, or all of it. Returns false if it cannot. */
  onCopy: ((data: DataTransfer, range: TextRange) => boolean) | undefined;
  /** Undo or redo of the script, by a menu of the browser. Without it the browser undoes typing. */
  onHistory: ((direction: 'undo' | 'redo') => void) | undefined;
}
