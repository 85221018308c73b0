import type { RefObject } from 'react';
import { moveWords } from '#screenplay/wordSpacing.ts';
import { clipboardOf } from '../clipboard/clipboardOf.ts';
import { domPointUnder, select } from './caret.ts';
import { offsetAt, readField } from './domText.ts';
import type { FieldEditing } from './fieldEditing.ts';
import type { TextRange } from './liveText.ts';

/**
 * Dragging text within a field, or into it. Browsers would drop style attributes, as with pasted
 * text.
 */
export class FieldDragging {
  private readonly field: RefObject<HTMLElement | null>;
  private readonly editing: FieldEditing;
  /** Range of this text that is being dragged. */
  private dragged: TextRange | null = null;

  constructor(field: RefObject<HTMLElement | null>, editing: FieldEditing) {
    this.field = field;
    this.editing = editing;
  }

  readonly onDragStart = (): void => {
    this.dragged = this.editing.handle.selection();
  };

  readonly onDragEnd = (): void => {
    this.dragged = null;
  };

  readonly onDrop = (event: DragEvent): void => {
    const element = this.field.current;
    if (!element || !event.dataTransfer) return;
    event.preventDefault();
    const reading = readField(element);
    const place = domPointUnder(event.clientX, event.clientY);
    const isInside = place && element.contains(place.node);
    const at = isInside ? offsetAt(reading, place.node, place.offset) : reading.live.text.length;
    const moved = event.ctrlKey || event.altKey ? null : this.dragged;
    this.dragged = null;
    if (!moved) {
      element.focus({ preventScroll: true });
      select(element, reading, at);
      this.editing.clipboard.take(clipboardOf(event.dataTransfer));
      return;
    }
    if (at >= moved.start && at <= moved.end) return;
    const { styled, range } = moveWords(reading.live, moved, at);
    this.editing.handle.replace(styled, range);
  };
}
