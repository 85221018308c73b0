import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { spokenCharacters } from '#engines/sound/spokenKey.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { visibleElements } from '#screenplay/hidden.ts';
import { spokenTextOf } from '#screenplay/playback/speaking.ts';
import { spokenSeconds } from '#screenplay/playback/words.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { speechCredits } from '#shared/voicePrice.ts';
import { priceText } from '#web/ai/price.ts';
import { pricedActionOf } from '#web/ai/pricedAction.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import type { ReadClip } from '#web/audio/readClip.ts';
import { useStore } from '#web/lib/store.ts';
import { loadStoredFile } from '#web/lib/storedFile.ts';
import { ExportReadDialog, type ReadScope } from '#web/playback/export/ExportReadDialog.tsx';
import { unpaidTexts } from '#web/playback/export/unfiledLines.ts';
import { type Casting, fileOfLine, unfiledLine } from '#web/playback/lineSound.ts';
import { castingOf, tableLinesOf } from '#web/playback/tableRead/casting.ts';
import { emptyCast, tableReadPreferences } from '#web/playback/tableRead/preferences.ts';
import { isSpeechCached, type Speech } from '#web/voices/speech.data.ts';
import { voicesQuery } from '#web/voices/voices.data.ts';
import { useScriptScreen } from '../scriptScreen.ts';

/**
 * Export the table read with its settings: the whole script or a scene. Lines without a file are
 * spoken where that is free; otherwise only if the user ticks the box with the price. The window
 * lists the lines that will be silent.
 */
export function EditorExportRead({ onClose }: { onClose: () => void }) {
  const desk = useScriptScreen();
  const { project, characters, joint } = useStore(desk.given);
  const script = useStore(desk.sync.script);
  // Hidden elements are not read, as in the table read on the desk.
  const elements = useMemo(() => visibleElements(script, project.format), [script, project.format]);
  const preferences = tableReadPreferences.use();
  const [fileVoices, setFileVoices] = useState<Readonly<Record<string, string>>>({});
  const [isPaying, setIsPaying] = useState(false);
  const { data: library = [] } = useQuery(voicesQuery);
  const ai = useQuery(aiStateQuery(project.id));
  const offer = pricedActionOf(ai, ({ voices: { speech } }) => {
    return { engine: speech.engine, price: { exact: 0 } };
  });
  const price = ai.data?.voices.speech.price ?? null;
  const isFree = price !== null && 'exact' in price && price.exact === 0;
  const canSpeak = offer.status === 'open' && price !== null;
  const cast = preferences.casts[encodeProjectId(project.id)] ?? emptyCast;
  const scopes = useMemo(() => {
    const voiced = new Map(Object.entries(fileVoices).filter(([, voiceId]) => voiceId !== ''));
    const casting: Casting = { ...castingOf(preferences, cast, []), fileVoices: voiced };
    const maySpeak = (speech: Speech) => (canSpeak && (isFree || isPaying)) || isSpeechCached(speech);
    const indexes = new Map(elements.map(({ id }, index) => [id, index]));
    let heading = 'Opening';
    let headingAt = -1;
    let sceneNumber = 0;
    const clips = tableLinesOf(elements, preferences, cast, joint).map((line): ReadClip => {
      const index = indexes.get(line.elementId) ?? 0;
      for (; headingAt < index; headingAt += 1) {
        const passed = elements[headingAt + 1];
        if (isHeadingType(passed?.elementType)) heading = `${++sceneNumber} ${plainText(passed.content)}`;
      }
      const source = { elements, index, characters, joint };
      return {
        load: (signal) =>
          fileOfLine(line, source, { casting, maySpeak, load: (url) => loadStoredFile(url, signal) }),
        silentSeconds: line.isMine ? spokenSeconds(spokenTextOf(elements, index)) : 0,
        overlapSeconds: line.overlapSeconds,
        volume: elements[index]?.audioVolume ?? 0.5,
        chapter: heading,
        unfiled: unfiledLine(line, source, { casting, maySpeak }) ?? undefined,
      };
    });
    return scopesOf(clips, project.name);
  }, [elements, characters, joint, preferences, cast, fileVoices, canSpeak, isFree, isPaying, project.name]);
  const priceOf = (clips: readonly ReadClip[]): string | null => {
    if (!canSpeak || isFree) return null;
    let hundredths = 0;
    for (const text of unpaidTexts(clips))
      hundredths += Math.round((speechCredits(price, spokenCharacters(text)) ?? 0) * 100);
    const engine = ai.data?.voices.speech.engine;
    return hundredths === 0 || !engine ? null : priceText({ engine, price: { exact: hundredths / 100 } });
  };
  return (
    <ExportReadDialog
      projectId={project.id}
      title={project.name}
      scopes={scopes}
      voices={{
        ...{ library, chosen: fileVoices, isPaying, onPaying: setIsPaying, priceOf },
        onChoose: (key, voiceId) => setFileVoices((known) => ({ ...known, [key]: voiceId })),
        unavailableReason: offer.status === 'closed' ? offer.why : null,
      }}
      onClose={onClose}
    />
  );
}

/** The whole script, and each scene by its number and heading. */
function scopesOf(clips: readonly ReadClip[], fileName: string): [ReadScope, ...ReadScope[]] {
  const scenes: { label: string; fileName: string; clips: ReadClip[] }[] = [];
  for (const clip of clips) {
    const last = scenes.at(-1);
    if (last?.label === clip.chapter) last.clips.push(clip);
    else scenes.push({ label: clip.chapter, fileName: `${fileName}, ${clip.chapter}`, clips: [clip] });
  }
  return [{ label: 'Whole script', fileName, clips }, ...scenes];
}
