import type { RefObject } from 'react';
import type { LiveFieldHandle } from '../field/liveText.ts';

/** DOM nodes that the editor works on. */
export interface EditorNodes {
  desk: RefObject<HTMLDivElement | null>;
  /** Field of the active line. */
  field: RefObject<LiveFieldHandle | null>;
  /** Field of the bottom input; null while the last page is not rendered. */
  bottomInput: RefObject<LiveFieldHandle | null>;
  typePicker: RefObject<HTMLFieldSetElement | null>;
}
