import { useQuery } from '@tanstack/react-query';
import { Image, X } from 'lucide-react';
import { useRef } from 'react';
import type { GenerationState } from '#web/ai/generationTask.ts';
import { type PricedAction, pricedActionOf } from '#web/ai/pricedAction.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { useFocusFallback } from '#web/lib/useFocusFallback.ts';
import { useSeconds } from '#web/lib/useSeconds.ts';
import { Button } from '#web/ui/Button.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { PictureFrame } from './pictureFrame.ts';
import styles from './Tools.module.css';
import type { IdeaTexts } from './texts.ts';

interface ToolsProps {
  projectId: number;
  texts: IdeaTexts;
  /** Whether a field is too long; the view names it. */
  isHeld: boolean;
  drawing: PictureFrame;
  state: GenerationState;
  /** Store the typed text, from which the image is generated. */
  onGenerate: () => void;
}

/** Generate the concept image, with price, duration and cancel (decision OQ-41). */
export function Tools({ projectId, texts, isHeld, drawing, state, onGenerate }: ToolsProps) {
  const ai = useQuery(aiStateQuery(projectId));
  const tools = useRef<HTMLDivElement>(null);
  const focus = useFocusFallback(tools);
  return (
    <div ref={tools} className={styles.tools} tabIndex={-1} {...focus}>
      <VisuallyHidden as="p" role="status">
        {state === 'drawing' && 'Drawing the concept image'}
        {state === 'drawn' && 'The concept image is drawn'}
      </VisuallyHidden>
      {state === 'drawing' ? (
        <UnderWay onCancel={drawing.cancel} />
      ) : (
        <Generate
          offer={pricedActionOf(ai, ({ pictures }) => pictures)}
          isUntitled={texts.name.trim() === ''}
          isHeld={isHeld}
          onRetry={() => void ai.refetch()}
          onGenerate={onGenerate}
        />
      )}
    </div>
  );
}

interface GenerateProps extends Pick<ToolsProps, 'isHeld' | 'onGenerate'> {
  offer: PricedAction;
  isUntitled: boolean;
  onRetry: () => void;
}

function Generate({ offer, isUntitled, isHeld, onRetry, onGenerate }: GenerateProps) {
  if (offer.status === 'coming') return null;
  if (offer.status === 'unknown') {
    return (
      <div className={styles.box}>
        <p>The price of an image could not be loaded.</p>
        <Button className={styles.button} onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  }
  if (offer.status === 'closed') {
    return (
      <div className={styles.box}>
        <p>{offer.why}</p>
      </div>
    );
  }
  return (
    <>
      {isUntitled && <p className={styles.note}>Enter a title first.</p>}
      {offer.low && (
        <p className={styles.note}>
          {offer.low} <a href={hrefOf('/buy-credits')}>Buy Credits</a>
        </p>
      )}
      <Button
        className={styles.button}
        icon={<Image size={15} strokeWidth={1.6} aria-hidden="true" />}
        disabled={isUntitled || isHeld}
        onClick={onGenerate}
      >
        Generate Image <span className={styles.price}>{offer.price}</span>
      </Button>
    </>
  );
}

function UnderWay({ onCancel }: { onCancel: () => void }) {
  const seconds = useSeconds();
  return (
    <div className={styles.box}>
      <div className={styles.underWay}>
        <p>Drawing the concept image… {seconds > 0 && `${seconds} s`}</p>
        <Progress label="Drawing the concept image" fraction={null} />
      </div>
      <Button
        className={styles.button}
        icon={<X size={15} strokeWidth={1.6} aria-hidden="true" />}
        onClick={onCancel}
      >
        Cancel
      </Button>
    </div>
  );
}
