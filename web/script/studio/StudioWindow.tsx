import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { spokenCharacters } from '#engines/sound/spokenKey.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { speechCredits } from '#shared/voicePrice.ts';
import type { AiState } from '#web/ai/price.ts';
import { type PricedAction, pricedActionOf } from '#web/ai/pricedAction.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { useStore } from '#web/lib/store.ts';
import { charactersQuery } from '#web/scriptSync/script.data.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { VoiceWindows } from '#web/voices/VoiceWindows.tsx';
import { useVoice } from '#web/voices/voices.data.ts';
import { useScriptScreen } from '../scriptScreen.ts';
import { AudioStudio } from './AudioStudio.tsx';
import { type AudioSubject, audioSubjectOf, type SpeechSubject } from './subject.ts';

/** Audio Studio of one element; it closes when the element is deleted. */
export function StudioWindow({ elementId, onClose }: { elementId: number; onClose: () => void }) {
  const { sync, given, pages } = useScriptScreen();
  const { project, joint } = useStore(given);
  const { data: characters } = useQuery(charactersQuery(project.id));
  const ai = useQuery(aiStateQuery(project.id));
  // Re-render with the script; the element may be hidden by the filter.
  useStore(pages.rows);
  const elements = sync.elements();
  const index = elements.findIndex(({ id }) => id === elementId);
  const element = elements[index];
  const subject = audioSubjectOf(elements, index, characters ?? [], joint);
  const speech = subject?.type === 'speech' ? subject : null;
  const voice = useVoice(speech?.character?.voiceId ?? null);
  const isDeleted = !element || !subject;
  useEffect(() => {
    if (isDeleted) onClose();
  }, [isDeleted, onClose]);
  if (!element || !subject) return null;
  return (
    <AudioStudio
      key={element.id}
      projectId={project.id}
      element={element}
      subject={subject}
      voiceName={voice?.name ?? null}
      offer={offerFor(ai, subject)}
      onRetry={() => void ai.refetch()}
      assign={speech && <AssignVoice projectId={project.id} speech={speech} ai={ai} />}
      onClose={onClose}
    />
  );
}

type Asked = { data: AiState | undefined; isError: boolean };

function offerFor(ai: Asked, subject: AudioSubject): PricedAction {
  return pricedActionOf(ai, ({ voices }) => {
    if (subject.type === 'effect') return voices.soundEffect;
    const credits = speechCredits(voices.speech.price, spokenCharacters(subject.text));
    return { engine: voices.speech.engine, price: credits === null ? null : { exact: credits } };
  });
}

/** Assign a voice to the speaker, or add the speaker to the cast. */
function AssignVoice({ projectId, speech, ai }: { projectId: number; speech: SpeechSubject; ai: Asked }) {
  const { data: characters } = useQuery(charactersQuery(projectId));
  const [isChoosing, setIsChoosing] = useState(false);
  const { character } = speech;
  if (!character) {
    return (
      <a
        className={buttonClass({ size: 'small' })}
        href={hrefOf(`/projects/${encodeProjectId(projectId)}/characters`)}
      >
        Open Characters
      </a>
    );
  }
  return (
    <>
      <Button size="small" onClick={() => setIsChoosing(true)}>
        Choose a voice
      </Button>
      <VoiceWindows
        projectId={projectId}
        open={isChoosing ? { type: 'character', character } : null}
        characters={characters ?? []}
        offers={{
          design: pricedActionOf(ai, ({ voices }) => voices.voiceDesign),
          description: pricedActionOf(ai, ({ engine, descriptionPrice }) => ({
            engine,
            price: descriptionPrice,
          })),
          onRetry: () => {},
        }}
        onClose={() => setIsChoosing(false)}
      />
    </>
  );
}
