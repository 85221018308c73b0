import { useQuery } from '@tanstack/react-query';
import { Image, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorTexts } from '#shared/errors.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { type AiState, balanceText, isLow, priceText } from '#web/lib/price.ts';
import { Button } from '#web/ui/Button.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import type { Drawing, DrawingState } from './drawing.ts';
import styles from './Tools.module.css';
import type { IdeaTexts } from './texts.ts';

interface ToolsProps {
  projectId: number;
  texts: IdeaTexts;
  /** A field is longer than can be sent; the view says which. */
  isHeld: boolean;
  drawing: Drawing;
  state: DrawingState;
  /** Keeps what was typed before it is drawn from. */
  onGenerate: () => void;
}

/** Generates the concept image: what it costs before, how long it takes, and a way to stop (decision OQ-41). */
export function Tools({ projectId, texts, isHeld, drawing, state, onGenerate }: ToolsProps) {
  const ai = useQuery(aiStateQuery(projectId));
  return (
    <div className={styles.tools}>
      <p className={styles.unseen} role="status">
        {state === 'drawing' && 'Drawing the concept image'}
        {state === 'drawn' && 'The concept image is drawn'}
      </p>
      {state === 'drawing' ? (
        <UnderWay onCancel={drawing.cancel} />
      ) : (
        <Generate
          ai={ai.data}
          isWithoutPrice={ai.isError}
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
  ai: AiState | undefined;
  /** It could not be asked for. */
  isWithoutPrice: boolean;
  isUntitled: boolean;
  onRetry: () => void;
}

function Generate({ ai, isWithoutPrice, isUntitled, isHeld, onRetry, onGenerate }: GenerateProps) {
  if (!ai) {
    return (
      isWithoutPrice && (
        <div className={styles.box}>
          <p>The price of an image could not be loaded.</p>
          <Button className={styles.button} onClick={onRetry}>
            Try again
          </Button>
        </div>
      )
    );
  }
  const price = priceText(ai.pictures);
  if (ai.access === 'off' || price === null) {
    return (
      <div className={styles.box}>
        <p>
          {ai.access === 'off'
            ? `${errorTexts.aiOff} The owner can switch it on in Project Settings.`
            : errorTexts.aiUnavailable}
        </p>
      </div>
    );
  }
  const credits = { ...ai.pictures, creditBalance: ai.creditBalance };
  return (
    <>
      {isUntitled && <p className={styles.note}>Enter a title first.</p>}
      {isLow(credits) && (
        <p className={styles.note}>
          {balanceText(credits)} <a href="/buy-credits">Buy Credits</a>
        </p>
      )}
      <Button
        className={styles.button}
        icon={<Image size={15} strokeWidth={1.6} aria-hidden="true" />}
        disabled={isUntitled || isHeld}
        onClick={onGenerate}
      >
        Generate Image <span className={styles.price}>{price}</span>
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

/** Since it came into view. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
