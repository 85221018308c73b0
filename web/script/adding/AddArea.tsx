import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { isSameSpeaker, parseCue, writeCue } from '#screenplay/cue.ts';
import { type ElementType, elementLabels, isUpperCased } from '#screenplay/element.ts';
import { bottomInputType, contentAs, cycleType, typeAfter } from '#screenplay/flow.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import { linesOf } from '#screenplay/layout/wrap.ts';
import type { Character } from '#shared/contract/characters.ts';
import { Button } from '#web/ui/Button.tsx';
import { columnOf } from '../sheet/lines.ts';
import type { Measures } from '../sheet/measures.ts';
import { newSpeaker } from '../speaker.ts';
import styles from './AddArea.module.css';
import { CharacterList, optionId } from './CharacterList.tsx';
import { suggestionsFor } from './suggestions.ts';
import { TypePicker } from './TypePicker.tsx';

interface AddAreaProps {
  /** Of the last element; null in an empty script. */
  lastType: ElementType | null;
  characters: readonly Character[];
  /** Who would speak here. */
  speaker: string | null;
  format: ScriptFormat;
  measures: Measures;
  /** Whether it was stored; its text stays otherwise. */
  onAdd: (type: ElementType, content: string) => Promise<boolean>;
  failure: string | null;
}

/** The line below the script where writing goes on (spec workspace §2). */
export function AddArea(props: AddAreaProps) {
  const { lastType, characters, speaker, format, measures, onAdd, failure } = props;
  const [type, setType] = useState(() => bottomInputType(lastType));
  // A script that loses its last element begins with a heading again (decision OQ-53).
  const [wasEmpty, setWasEmpty] = useState(lastType === null);
  if (wasEmpty !== (lastType === null)) {
    setWasEmpty(!wasEmpty);
    if (lastType === null) setType('scene_heading');
  }
  const [text, setText] = useState('');
  const [isSaving, setIsSaving] = useState(false);
  const [isListOpen, setIsListOpen] = useState(false);
  const [active, setActive] = useState(0);
  const caret = useRef<number | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  const options = type === 'character' && isListOpen ? suggestionsFor(text, characters) : [];
  const newName = type === 'character' && isListOpen ? newSpeaker(type, text, characters) : null;
  const isOffered = options.length > 0 || newName !== null;
  const isBlank = text.trim() === '';

  // A script that has become empty begins again with a heading.
  const isFirst = lastType === null;
  useEffect(() => {
    if (isFirst) setType(bottomInputType(null));
  }, [isFirst]);

  // Capitals replace what was typed: the caret stays where it was.
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const change = (next: string, nextType = type) => {
    setText(contentAs(nextType, next));
    setIsListOpen(true);
    setActive(0);
  };
  const choose = (next: ElementType) => {
    setType(next);
    change(text, next);
  };
  const add = async (content = text) => {
    if (content.trim() === '' || isSaving) return;
    setIsSaving(true);
    const isStored = await onAdd(type, contentAs(type, content));
    setIsSaving(false);
    if (!isStored) return;
    setText('');
    setType(typeAfter(type));
    setActive(0);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) setActive((active + step + options.length) % options.length);
    else if (event.key === 'Tab') choose(cycleType(type, event.shiftKey ? -1 : 1));
    else if (event.key === 'Enter' && !event.shiftKey) void add(isBlank ? '' : cueOf(text, options[active]));
    else if (event.key === 'Escape') {
      if (isOffered) setIsListOpen(false);
      else input.current?.blur();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const element = { elementType: type, content: text, dual: null, originalType: null, extras: null };
  const box = boxOf(element, format);
  const column = columnOf(box, measures);
  const widthPx = column.rightPx - column.leftPx + measures.charPx;
  const capacity = Math.max(1, Math.floor(widthPx / measures.charPx));
  return (
    <section className={styles.area} aria-label="Add an element">
      {isFirst && <p className={styles.hint}>Start with a scene heading</p>}
      <TypePicker type={type} onType={choose} />
      {(type === 'dialogue' || type === 'parenthetical') && speaker && (
        <p className={styles.speaker} style={{ marginLeft: column.leftPx }}>
          For: <b>{speaker}</b>
        </p>
      )}
      <div className={styles.entry} style={{ marginLeft: column.leftPx, width: widthPx }}>
        <textarea
          ref={input}
          className={styles.input}
          style={{
            textAlign: box.alignment === 'Right' ? 'right' : 'left',
            textTransform: box.isAllCaps || isUpperCased(type) ? 'uppercase' : 'none',
          }}
          rows={linesOf(text, { capacity, firstCapacity: capacity }).length}
          value={text}
          aria-label={elementLabels[type]}
          placeholder={elementLabels[type]}
          aria-autocomplete={type === 'character' ? 'list' : 'none'}
          aria-controls={options.length > 0 ? id : undefined}
          aria-activedescendant={options.length > 0 ? optionId(id, active) : undefined}
          aria-describedby={failure ? `${id}-failure` : undefined}
          onChange={(event) => {
            caret.current = event.target.selectionStart;
            change(event.target.value);
          }}
          onKeyDown={onKeyDown}
          onFocus={() => setIsListOpen(true)}
          onBlur={() => setIsListOpen(false)}
        />
        {isOffered && (
          <CharacterList
            id={id}
            options={options}
            activeIndex={active}
            newName={options.length === 0 ? newName : null}
            onChoose={({ name }) => void add(name)}
          />
        )}
      </div>
      <div className={styles.foot}>
        <Button disabled={isBlank} isBusy={isSaving} onClick={() => void add()}>
          Add Element
        </Button>
        {failure && (
          <p id={`${id}-failure`} role="alert" className={styles.failure}>
            {failure}
          </p>
        )}
      </div>
    </section>
  );
}

/** The chosen character's cue, with the extension that was typed; the text itself where it names them already. */
function cueOf(text: string, chosen: Character | undefined): string {
  if (!chosen || isSameSpeaker(chosen.name, text)) return text;
  return writeCue({ name: chosen.name, extensions: parseCue(text).extensions });
}
