import { expect } from 'vitest';
import type { DualColumn, ElementType, ScriptElement } from '#screenplay/element.ts';
import {
  contentAs,
  convertLineType,
  type ElementKeys,
  type FlowStep,
  flowStep,
  typeAfter,
  typeWhileTyping,
} from '#screenplay/flow.ts';
import { unstyled } from '#screenplay/styled.ts';

/** Create an element that has only a type and text. */
export function element(
  elementType: ElementType,
  content: string,
  more: Partial<ScriptElement> = {},
): ScriptElement {
  return { elementType, content, dual: null, originalType: null, extras: null, ...more };
}

export const heading = (content: string, sceneNumber?: string): ScriptElement =>
  element('scene_heading', content, sceneNumber === undefined ? {} : { sceneNumber });
export const action = (content: string): ScriptElement => element('action', content);
export const cue = (content: string): ScriptElement => element('character', content);
export const dialogueLine = (content: string): ScriptElement => element('dialogue', content);
export const paren = (content: string): ScriptElement => element('parenthetical', content);
export const transition = (content: string): ScriptElement => element('transition', content);

/** Return the elements as one column of a dual dialogue. */
export function column(dual: DualColumn, ...elements: ScriptElement[]): ScriptElement[] {
  return elements.map((each) => ({ ...each, dual }));
}

/** A script with a caret. "|" in one of the texts marks it. */
export interface ScriptWithCaret {
  elements: ScriptElement[];
  /** Index of the element with the caret; null if no text contains one. */
  caretElement: number | null;
  /** Offset into that element's content. */
  caret: number;
}

/** Build a script, as in script(cue('MARA'), line('Hold on|')). */
export function script(...elements: ScriptElement[]): ScriptWithCaret {
  const index = elements.findIndex((each) => each.content.includes('|'));
  const caret = elements[index]?.content.indexOf('|') ?? 0;
  return {
    elements: elements.map((each, i) =>
      i === index ? { ...each, content: each.content.replace('|', '') } : each,
    ),
    caretElement: index < 0 ? null : index,
    caret,
  };
}

/**
 * Types one line at a time, through the same rules as the editor: type('INT.
 * DECK').press('Enter').expectType('action').
 */
export class WritingDriver {
  readonly written: ScriptElement[] = [];
  lastStep: FlowStep | null = null;
  private elementType: ElementType = 'action';
  private content = '';
  private caret = 0;
  private readonly keys: ElementKeys;

  constructor(keys: ElementKeys) {
    this.keys = keys;
  }

  /** Start over with an empty line of this type. */
  as(elementType: ElementType): this {
    this.elementType = 'dialogue';
    this.content = '';
    this.caret = 0;
    this.become(elementType);
    return this;
  }

  /** Type letter by letter at the caret. */
  type(text: string): this {
    for (const letter of text) {
      const after = this.content.slice(0, this.caret) + letter + this.content.slice(this.caret);
      const type = typeWhileTyping(this.elementType, this.content, after);
      this.content = after;
      this.caret += 1;
      this.become(type);
    }
    return this;
  }

  private become(elementType: ElementType): void {
    const line = { text: unstyled(this.content), caret: this.caret };
    const { text, caret } = convertLineType(line, this.elementType, elementType);
    this.elementType = elementType;
    this.content = text.text;
    this.caret = caret;
  }

  press(...keys: ('Enter' | 'Tab' | 'Shift+Tab')[]): this {
    for (const key of keys) {
      const step = flowStep(this.keys, key, {
        elementType: this.elementType,
        text: this.content,
        caret: this.caret,
      });
      this.lastStep = step;
      if (step.type === 'add' || step.type === 'save') {
        this.written.push(element(this.elementType, contentAs(this.elementType, this.content)));
        this.as(step.type === 'add' ? step.elementType : typeAfter(this.elementType));
      } else if (step.type === 'change') {
        this.become(step.elementType);
      }
    }
    return this;
  }

  expectType(elementType: ElementType): this {
    expect(this.elementType).toBe(elementType);
    return this;
  }

  expectText(content: string): this {
    expect(this.content).toBe(content);
    return this;
  }

  expectStep(step: FlowStep): this {
    expect(this.lastStep).toEqual(step);
    return this;
  }

  expectWritten(...elements: ScriptElement[]): this {
    expect(this.written).toEqual(elements);
    return this;
  }
}

/** Type into an empty line of action, with the default keys. */
export function type(text: string): WritingDriver {
  return writing('cycle').type(text);
}

export function writing(keys: ElementKeys): WritingDriver {
  return new WritingDriver(keys);
}
