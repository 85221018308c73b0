import { useEffect, useRef, useState } from 'react';
import { descriptionTexts } from '#shared/contract/characters.ts';
import { Generate } from '#web/ai/Generate.tsx';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import { Button } from '#web/ui/Button.tsx';
import type { CharacterDraft } from './draft.ts';
import styles from './StyleTools.module.css';
import { useStyle } from './useStyle.ts';

interface StyleToolsProps {
  projectId: number;
  draft: CharacterDraft;
  offer: PricedAction;
  onRetry: () => void;
  onStyle: (text: string) => void;
  /** Called with an error message if the name is empty. */
  onNameless: (sentence: string) => void;
}

/**
 * Generate the description of a character's look. The previous text can be restored while the new
 * one is unchanged.
 */
export function StyleTools({ projectId, draft, offer, onRetry, onStyle, onNameless }: StyleToolsProps) {
  const [made, setMade] = useState<{ before: string; text: string } | null>(null);
  // The user may continue typing while the description is generated.
  const typed = useRef(draft.visualAesthetic);
  useEffect(() => {
    typed.current = draft.visualAesthetic;
  });
  const style = useStyle(projectId, (text) => {
    setMade({ before: typed.current, text });
    onStyle(text);
  });
  const canGoBack = made !== null && draft.visualAesthetic === made.text && !style.isRunning;
  return (
    <div className={styles.tools}>
      <Generate
        label="Generate style description"
        doing="Describing the style"
        offer={offer}
        isRunning={style.isRunning}
        onGenerate={() => {
          if (draft.name.trim() === '') onNameless(descriptionTexts.styleNeedsName);
          else style.start(draft);
        }}
        onCancel={style.cancel}
        onRetry={onRetry}
      />
      {canGoBack && (
        <Button
          size="small"
          kind="ghost"
          onClick={() => {
            onStyle(made.before);
            setMade(null);
          }}
        >
          Restore the previous text
        </Button>
      )}
    </div>
  );
}
