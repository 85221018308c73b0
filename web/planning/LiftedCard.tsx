import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { StoryBeat } from '#shared/contract/beats.ts';
import card from './BeatCard.module.css';
import styles from './LiftedCard.module.css';

export interface LiftedCardHandle {
  /** The pointer, in the window. */
  moveTo: (x: number, y: number) => void;
}

interface LiftedCardProps {
  ref: Ref<LiftedCardHandle>;
  beat: StoryBeat;
  theme: string | undefined;
  /** Where the card was taken, from its corner, and its size. */
  grab: { x: number; y: number; widthPx: number; heightPx: number };
  /** The page scrolled under the pointer, which is there. */
  onScroll: (x: number, y: number) => void;
}

/** The card under the pointer. It follows without React: it moves with every frame. */
export function DraggedCard({ ref, beat, theme, grab, onScroll }: LiftedCardProps) {
  const element = useRef<HTMLDivElement>(null);
  const at = useRef<{ x: number; y: number } | null>(null);
  const latestOnScroll = useRef(onScroll);
  useEffect(() => {
    latestOnScroll.current = onScroll;
  });
  useImperativeHandle(
    ref,
    () => ({
      moveTo: (x, y) => {
        at.current = { x, y };
        const { style } = element.current ?? {};
        if (style) style.transform = `translate(${x - grab.x}px, ${y - grab.y}px)`;
      },
    }),
    [grab],
  );
  useEffect(() => {
    const tell = () => {
      if (at.current) latestOnScroll.current(at.current.x, at.current.y);
    };
    document.addEventListener('scroll', tell, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', tell, { capture: true });
  }, []);
  return (
    <div
      ref={element}
      className={`${card.card} ${styles.lifted}`}
      data-theme={theme}
      style={{ width: `${grab.widthPx}px`, height: `${grab.heightPx}px` }}
      aria-hidden="true"
    >
      <p className={card.title} dir="auto">
        {beat.title}
      </p>
      {beat.description && (
        <p className={card.text} dir="auto">
          {beat.description}
        </p>
      )}
    </div>
  );
}
