import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { plainText } from '#screenplay/emphasis.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { PricedAction } from '#web/ai/pricedAction.ts';
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
  /** Name of the voice; null if there is none or it is unknown. */
  voiceName: string | null;
  /** Offer for making audio. */
  offer: PricedAction;
  onRetry: () => void;
  /** Link to assign a voice, if nobody can speak. */
  assign: ReactNode;
  onClose: () => void;
}

/** Studio for the audio of one element: source, sound and mix. */
export function AudioStudio(props: AudioStudioProps) {
  const { projectId, element, subject, voiceName, offer, onRetry, assign, onClose } = props;
  const [effect, setEffect] = useState<EffectDraft>(() => effectOf(subject));
  const { note, isMaking, generate, cancel } = useMaking(projectId, element.id, subject, effect);
  const canMake =
    subject.type === 'speech'
      ? subject.missing === null && subject.unspeakable === null
      : effect.text.trim() !== '';
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
      <AboutSubject content={element.content} subject={subject} voiceName={voiceName} assign={assign} />
      {subject.type === 'effect' && <EffectFields order={effect} onWrite={setEffect} />}
      {note !== null && (
        <p className={styles.note} role="status">
          {note}
        </p>
      )}
      {subject.url === null ? (
        <div className={styles.empty}>
          <p>{isMaking ? '' : 'No audio yet.'}</p>
          {makes}
        </div>
      ) : (
        <MadeAudio
          projectId={projectId}
          element={element}
          kind={subject.type}
          url={subject.url}
          makes={makes}
        />
      )}
    </Dialog>
  );
}

/** Make the audio. `note` is the engine's remark about the sound. */
function useMaking(projectId: number, elementId: number, subject: AudioSubject, effect: EffectDraft) {
  const [note, setNote] = useState<string | null>(null);
  const { make, cancel, isMaking } = useMakeAudio(projectId, setNote);
  const generate = () => {
    if (subject.type === 'effect') {
      const { seconds: duration_seconds, influence: prompt_influence } = effect;
      const text = effect.text.trim();
      make({ type: 'effect', body: { text, elementId, duration_seconds, prompt_influence } });
    } else if (subject.speaker !== null) {
      const { speaker: characterName, text } = subject;
      make({ type: 'speech', body: { elementId, characterName, text, projectId } });
    }
  };
  return { note, isMaking, generate, cancel };
}

interface AboutSubjectProps {
  /** Content of the element. */
  content: string;
  subject: AudioSubject;
  voiceName: string | null;
  assign: ReactNode;
}

/** Text, speaker, and the reason if it cannot be spoken. */
function AboutSubject({ content, subject, voiceName, assign }: AboutSubjectProps) {
  const speech = subject.type === 'speech' ? subject : null;
  return (
    <>
      {subject.isStale && (
        <p className={styles.stale} role="status">
          <TriangleAlert size={15} strokeWidth={1.6} aria-hidden="true" />
          {speech
            ? 'Text or voice changed since this audio was generated'
            : 'Text changed since this audio was generated'}
        </p>
      )}
      <div className={styles.text}>
        {speech && speech.missing === null && (
          <p className={styles.who}>
            {speech.character?.name}
            {voiceName !== null && `, voiced by ${voiceName}`}
          </p>
        )}
        <p className={styles.content} dir="auto">
          {plainText(content)}
        </p>
      </div>
      {speech && speech.unspeakable !== null && (
        <div className={styles.missing}>
          <p role="status">{speech.unspeakable}</p>
        </div>
      )}
      {speech && speech.missing !== null && (
        <div className={styles.missing}>
          <p role="status">{speech.missing}</p>
          {assign}
        </div>
      )}
    </>
  );
}
