import { AutoScroller, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { useEffect, useRef, useState } from 'react';
import { pageFocus } from '#web/ui/returnFocus.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ActCard } from './ActCard.tsx';
import { handleHintId, handleId } from './BeatCard.tsx';
import { columnsFor, type StoryPlan } from './board.ts';
import { DraggedCard, type LiftedCardHandle } from './LiftedCard.tsx';
import styles from './PlanBoard.module.css';
import { targetAt, targetNamed } from './targetAt.ts';
import type { Lift } from './useLift.ts';

/**
 * A press without movement is a click; a finger that moves at once scrolls, and one that rests
 * lifts the card.
 */
const sensors = [
  PointerSensor.configure({
    activationConstraints: ({ pointerType, target }) =>
      pointerType === 'touch' && !isGrip(target)
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 5 })]
        : [new PointerActivationConstraints.Distance({ value: 5 })],
    preventActivation: ({ target }) =>
      target instanceof Element && target.closest('button, [role=menu]') !== null && !isGrip(target),
  }),
];

/**
 * The lifted card, its slot and the announcements are rendered by us; the other plugins would add
 * styles to the document.
 */
const plugins = [AutoScroller];

function isGrip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-pressed]') !== null;
}

interface BoardProps {
  plan: StoryPlan;
  canWrite: boolean;
  editing: ReadonlySet<number>;
  lift: Lift;
  isAdding: boolean;
}

/** A card for each act; beats go from one to another by mouse, by touch and by keyboard. */
export function PlanBoard({ plan, canWrite, editing, lift, isAdding }: BoardProps) {
  const { lifted, spoken, pickUp, carryOver, drop, putBack } = lift;
  const card = useRef<LiftedCardHandle>(null);
  const [grab, setGrab] = useState({ x: 0, y: 0, widthPx: 0, heightPx: 0 });
  const carried = lifted?.by === 'pointer' ? plan.beats.find(({ id }) => id === lifted.beatId) : undefined;
  useKeyboardStays(lift, plan);

  const carryTo = (event: Event | undefined) => {
    if (!(event instanceof PointerEvent)) return;
    card.current?.moveTo(event.clientX, event.clientY);
    const target = targetAt(event.clientX, event.clientY);
    if (target !== 'slot') carryOver(target);
  };
  const board = { plan, canWrite, editing, lifted };

  return (
    <DragDropProvider
      sensors={sensors}
      plugins={plugins}
      onDragStart={({ operation: { source }, nativeEvent }) => {
        const element = source?.element;
        if (!element || !(nativeEvent instanceof PointerEvent)) return;
        const { left, top, width, height } = element.getBoundingClientRect();
        const { clientX, clientY } = nativeEvent;
        setGrab({ x: clientX - left, y: clientY - top, widthPx: width, heightPx: height });
        pickUp(Number(source.id), 'pointer', height);
      }}
      onDragMove={({ nativeEvent }) => carryTo(nativeEvent)}
      onDragEnd={({ canceled }) => (canceled ? putBack() : drop())}
    >
      <div
        className={styles.board}
        data-columns={columnsFor(plan.acts.length)}
        data-carrying={carried ? true : undefined}
      >
        {plan.acts.map((act) => (
          <ActCard key={act.id} act={act} board={board} isAdding={isAdding} />
        ))}
      </div>
      {carried && (
        <DraggedCard
          ref={card}
          beat={carried}
          theme={themeOf(plan, carried)}
          grab={grab}
          onScroll={(x, y) => {
            const target = targetAt(x, y);
            if (target !== 'slot') carryOver(target);
          }}
        />
      )}
      {canWrite && <Announcements spoken={spoken} />}
    </DragDropProvider>
  );
}

/** Texts for screen readers: how a card is moved, and where it is. */
function Announcements({ spoken }: Pick<Lift, 'spoken'>) {
  return (
    <>
      <p hidden id={handleHintId}>
        Press Space to pick up, arrow keys to move, Space to drop, Escape to cancel.
      </p>
      <VisuallyHidden as="p" aria-live="assertive">
        {spoken}
      </VisuallyHidden>
    </>
  );
}

function themeOf({ acts, sequences }: StoryPlan, beat: { actNumber: number; sequenceId: number | null }) {
  const sequence = sequences.find(({ id }) => id === beat.sequenceId);
  return sequence?.colorTheme ?? acts.find(({ number }) => number === beat.actNumber)?.colorTheme;
}

/** Scroll to the slot as it moves; restore the focus of a card that was moved. */
function useKeyboardStays({ lifted }: Lift, { beats }: StoryPlan): void {
  const last = useRef<number | null>(null);
  const isHeld = lifted !== null;
  useEffect(() => {
    if (lifted?.by !== 'keyboard' || !lifted.landing) return;
    document.querySelector('[data-drop=slot]')?.scrollIntoView?.({ block: 'nearest' });
  }, [lifted]);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const place = target instanceof HTMLElement ? pageFocus(target) : null;
      // Includes elements of its open menu.
      if (place) last.current = beatAround(place);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    // A card that has moved into another list is another element.
    const isThere = beats.some(({ id }) => id === last.current);
    if (!isThere || isHeld || last.current === null) return;
    if (document.activeElement === document.body) document.getElementById(handleId(last.current))?.focus();
  }, [beats, isHeld]);
}

function beatAround(element: Element): number | null {
  const target = targetNamed(element.closest<HTMLElement>('[data-drop]')?.dataset.drop ?? '');
  return target !== null && typeof target === 'object' && 'beatId' in target ? target.beatId : null;
}
