import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { plainText } from '#screenplay/emphasis.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Offer } from '#web/lib/offer.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './AudioStudio.module.css';
import { type EffectDraft, EffectFields, effectOf } from './EffectFields.tsx';
import { MadeAudio } from './MadeAudio.tsx';
import { MakeAudio } from './MakeAudio.tsx';
import { useMakeAudio } from './studio.data.ts';
import type { AudioSubject } from './subject.ts';

interface AudioStudioProps {
  projectId: number;
  element: Element;
  subject: AudioSubject;
  /** Name of the voice that speaks; null where there is none, or it is not known. */
  voiceName: string | null;
  /** Of what is made here. */
  offer: Offer;
  onRetry: () => void;
  /** A way to a voice, where nobody can speak. */
  assign: ReactNode;
  onClose: () => void;
}

/** The audio of one element: what it is made of, how it sounds, and how it is mixed. */
export function AudioStudio({
  projectId,
  element,
  subject,
  voiceName,
  offer,
  onRetry,
  assign,
  onClose,
}: AudioStudioProps) {
  const [note, setNote] = useState<string | null>(null);
  const [effect, setEffect] = useState<EffectDraft>(() => effectOf(subject));
  const { make, cancel, isMaking } = useMakeAudio(projectId, setNote);
  const generate = () => {
    if (subject.kind === 'speech') {
      const { speaker, text } = subject;
      if (speaker !== null)
        make({ is: 'speech', body: { elementId: element.id, characterName: speaker, text, projectId } });
      return;
    }
    const { text, seconds, influence } = effect;
    make({
      is: 'effect',
      body: {
        text: text.trim(),
        elementId: element.id,
        duration_seconds: seconds,
        prompt_influence: influence,
      },
    });
  };
  const canMake = subject.kind === 'speech' ? subject.missing === null : effect.text.trim() !== '';
  const makes = (
    <MakeAudio
      hasAudio={subject.url !== null}
      offer={offer}
      isMaking={isMaking}
      canMake={canMake}
      onMake={generate}
      onCancel={cancel}
      onRetry={onRetry}
    />
  );
  return (
    <Dialog open onOpenChange={onClose} title="Audio Studio" width="wide">
      {subject.isStale && (
        <p className={styles.stale} role="status">
          <TriangleAlert size={15} strokeWidth={1.6} aria-hidden="true" />
          Text or voice changed since this audio was generated
        </p>
      )}
      <div className={styles.text}>
        {subject.kind === 'speech' && subject.missing === null && (
          <p className={styles.who}>
            {subject.character?.name}
            {voiceName !== null && `, voiced by ${voiceName}`}
          </p>
        )}
        <p className={styles.content} dir="auto">
          {plainText(element.content)}
        </p>
      </div>
      {subject.kind === 'speech' && subject.missing !== null && (
        <div className={styles.missing}>
          <p role="status">{subject.missing}</p>
          {assign}
        </div>
      )}
      {subject.kind === 'effect' && <EffectFields order={effect} onWrite={setEffect} />}
      {note !== null && (
        <p className={styles.note} role="status">
          {note}
        </p>
      )}
      {subject.url === null ? (
        <div className={styles.empty}>
          <p>{isMaking ? '' : 'Nothing is to be heard yet.'}</p>
          {makes}
        </div>
      ) : (
        <MadeAudio
          projectId={projectId}
          element={element}
          kind={subject.kind}
          url={subject.url}
          makes={makes}
        />
      )}
    </Dialog>
  );
}
