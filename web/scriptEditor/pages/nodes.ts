import type { RefObject } from 'react';
import type { LiveFieldHandle } from '../field/liveText.ts';

/** Where the document has what the desk works on. */
export interface EditorNodes {
  desk: RefObject<HTMLDivElement | null>;
  /** Of the line being written. */
  field: RefObject<LiveFieldHandle | null>;
  /** Below the script; null while the last page is not drawn. */
  bottomInput: RefObject<LiveFieldHandle | null>;
  typePicker: RefObject<HTMLFieldSetElement | null>;
}
