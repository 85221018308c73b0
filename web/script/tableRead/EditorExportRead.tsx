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
import { type Casting, fileOfLine, type LineSource, unfiledLine } from '#web/playback/lineSound.ts';
import { castingOf, tableLinesOf } from '#web/playback/tableRead/casting.ts';
import {
  emptyCast,
  type TableCast,
  type TableReadPreferences,
  tableReadPreferences,
} from '#web/playback/tableRead/preferences.ts';
import { isSpeechCached, type Speech } from '#web/voices/speech.data.ts';
import { voicesQuery } from '#web/voices/voices.data.ts';
import { useScriptScreen } from '../scriptScreen.ts';

/**
 * Export the table read with its settings: the whole script or a scene. Lines without a file are
 * spoken if that is free; otherwise only if the user ticks the box with the price. The dialog lists
 * the lines that will be silent.
 */
export function EditorExportRead({ onClose }: { onClose: () => void }) {
  const desk = useScriptScreen();
  const { project, characters, joint } = useStore(desk.given);
  const script = useStore(desk.sync.script);
  // Elements that the script does not print are not read, as in the table read.
  const elements = useMemo(() => visibleElements(script, project.format), [script, project.format]);
  const preferences = tableReadPreferences.use();
  const [fileVoices, setFileVoices] = useState<Readonly<Record<string, string>>>({});
  const [isPaying, setIsPaying] = useState(false);
  const { data: library = [] } = useQuery(voicesQuery);
  const { canSpeak, isFree, unavailableReason, priceOf } = useSpeechPrice(project.id);
  const cast = preferences.casts[encodeProjectId(project.id)] ?? emptyCast;
  const scopes = useMemo(() => {
    const voiced = new Map(Object.entries(fileVoices).filter(([, voiceId]) => voiceId !== ''));
    const casting: Casting = { ...castingOf(preferences, cast, []), fileVoices: voiced };
    const maySpeak = (speech: Speech) => (canSpeak && (isFree || isPaying)) || isSpeechCached(speech);
    const clips = clipsOf({ elements, characters, joint }, { preferences, cast, casting, maySpeak });
    return scopesOf(clips, project.name);
  }, [elements, characters, joint, preferences, cast, fileVoices, canSpeak, isFree, isPaying, project.name]);
  return (
    <ExportReadDialog
      projectId={project.id}
      title={project.name}
      scopes={scopes}
      voices={{
        ...{ library, chosen: fileVoices, isPaying, onPaying: setIsPaying, priceOf },
        onChoose: (key, voiceId) => setFileVoices((known) => ({ ...known, [key]: voiceId })),
        unavailableReason,
      }}
      onClose={onClose}
    />
  );
}

/** Return whether lines can be spoken, and the price of clips; null for free ones. */
function useSpeechPrice(projectId: number) {
  const ai = useQuery(aiStateQuery(projectId));
  const offer = pricedActionOf(ai, ({ voices: { speech } }) => {
    return { engine: speech.engine, price: { exact: 0 } };
  });
  const price = ai.data?.voices.speech.price ?? null;
  const isFree = price !== null && 'exact' in price && price.exact === 0;
  const canSpeak = offer.status === 'open' && price !== null;
  const priceOf = (clips: readonly ReadClip[]): string | null => {
    if (!canSpeak || isFree) return null;
    let hundredths = 0;
    for (const text of unpaidTexts(clips))
      hundredths += Math.round((speechCredits(price, spokenCharacters(text)) ?? 0) * 100);
    const engine = ai.data?.voices.speech.engine;
    return hundredths === 0 || !engine ? null : priceText({ engine, price: { exact: hundredths / 100 } });
  };
  return { canSpeak, isFree, unavailableReason: offer.status === 'closed' ? offer.why : null, priceOf };
}

type ReadScript = Required<Pick<LineSource, 'elements' | 'characters' | 'joint'>>;

interface ReadSettings {
  preferences: TableReadPreferences;
  cast: TableCast;
  casting: Casting;
  maySpeak: (speech: Speech) => boolean;
}

/** Return the clips of a table read, each with its scene. */
function clipsOf(script: ReadScript, { preferences, cast, casting, maySpeak }: ReadSettings): ReadClip[] {
  const { elements, characters, joint } = script;
  const indexes = new Map(elements.map(({ id }, index) => [id, index]));
  const chapters = chaptersOf(elements);
  return tableLinesOf(elements, preferences, cast, joint).map((line): ReadClip => {
    const index = indexes.get(line.elementId) ?? 0;
    const source = { elements, index, characters, joint };
    return {
      load: (signal) =>
        fileOfLine(line, source, { casting, maySpeak, load: (url) => loadStoredFile(url, signal) }),
      silentSeconds: line.isMine ? spokenSeconds(spokenTextOf(elements, index)) : 0,
      overlapSeconds: line.overlapSeconds,
      volume: elements[index]?.audioVolume ?? 0.5,
      chapter: chapters[index] ?? 'Opening',
      unfiled: unfiledLine(line, source, { casting, maySpeak }) ?? undefined,
    };
  });
}

/** Return for each element the number and heading of its scene. */
function chaptersOf(elements: ReadScript['elements']): string[] {
  let heading = 'Opening';
  let sceneNumber = 0;
  return elements.map(({ elementType, content }) => {
    if (isHeadingType(elementType)) heading = `${++sceneNumber} ${plainText(content)}`;
    return heading;
  });
}

/** Return what can be exported: the whole script, and each scene by its number and heading. */
function scopesOf(clips: readonly ReadClip[], fileName: string): [ReadScope, ...ReadScope[]] {
  const scenes: { label: string; fileName: string; clips: ReadClip[] }[] = [];
  for (const clip of clips) {
    const last = scenes.at(-1);
    if (last?.label === clip.chapter) last.clips.push(clip);
    else scenes.push({ label: clip.chapter, fileName: `${fileName}, ${clip.chapter}`, clips: [clip] });
  }
  return [{ label: 'Whole script', fileName, clips }, ...scenes];
}
