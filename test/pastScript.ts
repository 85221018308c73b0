import { elementTypes } from '#screenplay/element.ts';
import type { PastElement, PastEntry, PastMove, RecordedText } from '#screenplay/past.ts';
import type { RestoringEdit } from '#screenplay/restoring.ts';
import type { Random } from './random.ts';

/** Create an element, by default of action. */
export function pastElement(id: number, content: string, more: Partial<PastElement> = {}): PastElement {
  return {
    id,
    elementType: 'action',
    content,
    characterName: null,
    parenthetical: null,
    dual: null,
    ...more,
  };
}

/** A script with a history as the server stores it, so that every past state can be requested. */
export class PastScript {
  elements: PastElement[] = [];
  readonly entries: PastEntry[] = [];
  readonly moves: PastMove[] = [];
  readonly moments: { elements: PastElement[]; historyId: number; moveId: number }[] = [];
  #lastId = 0;

  /** Make one random change and record the state after it. */
  step(random: Random): void {
    const kind = this.elements.length < 4 ? 0 : random.below(6);
    if (kind <= 1) this.insert(this.#randomPosition(random), `w${random.below(50)} w${random.below(50)}`);
    else if (kind === 2) this.delete(random.pick(this.elements).id);
    else if (kind === 3) this.update(random.pick(this.elements).id, this.#randomFields(random));
    else if (kind === 4) this.move(random.pick(this.elements).id, this.#randomPosition(random));
    else this.#restoreRandom(random);
    this.moments.push({
      elements: [...this.elements],
      historyId: this.entries.at(-1)?.id ?? 0,
      moveId: this.moves.at(-1)?.id ?? 0,
    });
  }

  insert(afterId: number | null, content: string, id = ++this.#lastId): void {
    this.#put(pastElement(id, content), afterId);
    this.#record('create', id, null, this.#get(id));
  }

  update(id: number, fields: Partial<RecordedText>): void {
    const before = this.#get(id);
    this.elements = this.elements.map((each) => (each.id === id ? { ...each, ...fields } : each));
    this.#record('update', id, before, this.#get(id));
  }

  delete(id: number): void {
    const element = this.#get(id);
    const afterElementId = this.#before(id);
    this.elements = this.elements.filter((each) => each.id !== id);
    this.#record('delete', id, element, null, { afterElementId, kept: element ? { element } : null });
  }

  move(id: number, afterId: number | null): void {
    const element = this.#get(id);
    if (!element || afterId === id) return;
    this.moves.push({
      id: this.moves.length + 1,
      elementId: id,
      afterElementId: this.#before(id),
      historyId: this.entries.at(-1)?.id ?? 0,
    });
    this.elements = this.elements.filter((each) => each.id !== id);
    this.#put(element, afterId);
  }

  /** Apply an edit of the history screen as the server does. */
  apply(edit: RestoringEdit): void {
    if (edit.type === 'restore') {
      const row = this.#lastDeleted(edit.id)?.kept?.element;
      if (!row) throw new Error(`no deleted element has the id ${edit.id}`);
      this.#put({ ...pastElement(edit.id, ''), ...row }, edit.afterId);
      this.#record('create', edit.id, null, this.#get(edit.id));
    } else if (edit.type === 'move') {
      // Moved elements keep their order.
      const ids = this.elements.map(({ id }) => id).filter((id) => edit.ids.includes(id));
      let afterId = edit.afterId;
      for (const id of ids) {
        this.move(id, afterId);
        afterId = id;
      }
    } else if (edit.type === 'update') this.update(edit.id, edit.fields);
    else if (edit.type === 'delete') this.delete(edit.id);
    else for (const each of edit.elements.toReversed()) this.insert(edit.afterId, each.content);
  }

  /** Return what was done after a moment. */
  since({ historyId, moveId }: { historyId: number; moveId: number }) {
    return {
      entries: this.entries.filter(({ id }) => id > historyId),
      moves: this.moves.filter(({ id }) => id > moveId),
    };
  }

  #restoreRandom(random: Random): void {
    const deleted = this.entries.filter(
      ({ action, elementId }) => action === 'delete' && !this.#get(elementId),
    );
    if (deleted.length === 0) return;
    this.apply({
      type: 'restore',
      id: random.pick(deleted).elementId,
      afterId: this.#randomPosition(random),
    });
  }

  #lastDeleted(id: number): PastEntry | undefined {
    return this.entries.findLast(({ action, elementId }) => action === 'delete' && elementId === id);
  }

  #randomPosition(random: Random): number | null {
    return this.elements[random.below(this.elements.length + 1) - 1]?.id ?? null;
  }

  #randomFields(random: Random): Partial<RecordedText> {
    return {
      content: `w${random.below(50)} again`,
      ...(random.chance(0.3) && { elementType: random.pick(elementTypes) }),
      ...(random.chance(0.3) && { characterName: random.pick(['MARA', 'TOBIAS', null]) }),
      ...(random.chance(0.3) && { parenthetical: random.pick(['(beat)', null]) }),
    };
  }

  #get(id: number): PastElement | null {
    return this.elements.find((each) => each.id === id) ?? null;
  }

  #before(id: number): number | null {
    return this.elements[this.elements.findIndex((each) => each.id === id) - 1]?.id ?? null;
  }

  #put(element: PastElement, afterId: number | null): void {
    const at = this.elements.findIndex((each) => each.id === afterId) + 1;
    this.elements = this.elements.toSpliced(at, 0, element);
  }

  #record(
    action: PastEntry['action'],
    elementId: number,
    before: RecordedText | null,
    after: RecordedText | null,
    more: Partial<PastEntry> = {},
  ): void {
    this.entries.push({
      // Ids are counted over all projects.
      id: (this.entries.at(-1)?.id ?? 0) + 3,
      elementId,
      action,
      previousElementType: before?.elementType ?? null,
      newElementType: after?.elementType ?? null,
      previousContent: before?.content ?? null,
      newContent: after?.content ?? null,
      previousCharacterName: before?.characterName ?? null,
      newCharacterName: after?.characterName ?? null,
      previousParenthetical: before?.parenthetical ?? null,
      newParenthetical: after?.parenthetical ?? null,
      afterElementId: null,
      ...more,
    });
  }
}
