import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { castOf } from '#screenplay/cast.ts';
import { characterNamed } from '#screenplay/cue.ts';
import { isDialogueType, isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { partsOfLine, speakerNameOf } from '#screenplay/playback/speaking.ts';
import type { Element } from '#shared/contract/elements.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { useCreateComment } from '#web/comments/comments.data.ts';
import { useStore } from '#web/lib/store.ts';
import { deviceVoices, ownLanguageVoices } from '#web/playback/deviceVoices.ts';
import { castingOf, readableParts, tableLinesOf } from '#web/playback/tableRead/casting.ts';
import { LineComment } from '#web/playback/tableRead/LineComment.tsx';
import {
  emptyCast,
  setTableCast,
  setTableRead,
  type TableCast,
  tableReadPreferences,
} from '#web/playback/tableRead/preferences.ts';
import { type ReadNow, TableReadBar } from '#web/playback/tableRead/TableReadBar.tsx';
import { TableReadSettings, type TableSpeaker } from '#web/playback/tableRead/TableReadSettings.tsx';
import type { Mark } from '#web/scriptEditor/pages/mark.ts';
import { Button } from '#web/ui/Button.tsx';
import { voicesQuery } from '#web/voices/voices.data.ts';
import { type ScriptScreenState, useScriptScreen } from '../scriptScreen.ts';
import type { NowPlaying } from '../state/nowPlaying.ts';
import { EditorVoiceAll } from './EditorVoiceAll.tsx';

const ExportReadOnDesk = lazy(async () => ({
  default: (await import('./EditorExportRead.tsx')).EditorExportRead,
}));

/** Table read of the shown script. */
export function EditorTableRead() {
  const desk = useScriptScreen();
  const { audio, current, focus, given, going, pages } = desk;
  const { project, canComment, canWrite } = useStore(given);
  const rows = useStore(pages.rows);
  const nowPlaying = useStore(audio.heard, (now) => (now?.mode === 'tableRead' ? now : null));
  const preferences = tableReadPreferences.use();
  const [areSettingsShown, setSettingsShown] = useState(false);
  const [isLooped, setLooped] = useState(false);
  const [isExported, setExported] = useState(false);
  const [aboutId, setAboutId] = useState<number | null>(null);
  const code = encodeProjectId(project.id);
  const cast = preferences.casts[code] ?? emptyCast;
  const read = useReading(desk, cast, isLooped);
  useHiddenLines(desk, cast, nowPlaying !== null);
  const about = rows[pages.indexOf(aboutId)];
  return (
    <TableReadBar
      now={nowPlaying && readNow(rows, pages.indexOf(nowPlaying.elementId), nowPlaying)}
      isMineHidden={cast.isMineHidden}
      speed={preferences.speed}
      onSpeed={(speed) => setTableRead({ speed })}
      isLooped={isLooped}
      onLoop={(next) => {
        setLooped(next);
        if (nowPlaying) read(pages.indexOf(nowPlaying.elementId), next);
      }}
      onPlay={(from) => read(from === 'start' ? 0 : Math.max(0, current.index.get()))}
      onStop={() => {
        // The next reading continues there.
        if (nowPlaying) focus.setCurrentId(nowPlaying.elementId);
        audio.stop();
      }}
      onComment={
        canComment ? () => setAboutId(nowPlaying?.elementId ?? current.element.get()?.id ?? null) : null
      }
      areSettingsShown={areSettingsShown}
      onSettings={() => setSettingsShown(!areSettingsShown)}
      onClose={() => {
        audio.stop();
        audio.isTableReadOpen.set(false);
        going.focusOn(current.element.get()?.id ?? null);
      }}
    >
      {isExported && <ExportWindow onClose={() => setExported(false)} />}
      {about && <CommentOnDesk key={about.id} element={about} onClose={() => setAboutId(null)} />}
      {areSettingsShown && (
        <SettingsOnDesk code={code} cast={cast}>
          {canWrite && <EditorVoiceAll />}
          <Button size="small" onClick={() => setExported(true)}>
            Export Audio
          </Button>
        </SettingsOnDesk>
      )}
    </TableReadBar>
  );
}

function ExportWindow({ onClose }: { onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <ExportReadOnDesk onClose={onClose} />
    </Suspense>
  );
}

/**
 * Return the function that starts reading at a row; settings changed later apply from the next
 * line, the speed at once.
 */
function useReading(desk: ScriptScreenState, cast: TableCast, isLooped: boolean) {
  const { audio, given, pages } = desk;
  const preferences = tableReadPreferences.use();
  const voices = useStore(deviceVoices());
  const casting = useMemo(
    () => castingOf(preferences, cast, ownLanguageVoices(voices)),
    [preferences, cast, voices],
  );
  useEffect(() => {
    void audio.load().then(
      (player) => {
        player.setCasting(casting);
        if (audio.heard.get()?.mode === 'tableRead') player.setRate(preferences.speed);
      },
      () => {}, // playback reports this
    );
  }, [audio, casting, preferences.speed]);
  const read = (fromRow: number, loops = isLooped) => {
    const rows = pages.rows.get();
    const all = tableLinesOf(rows, readableParts(preferences, voices), cast, given.get().joint).map(
      (line) => ({
        line,
        row: pages.indexOf(line.elementId),
      }),
    );
    const [first, end] = loops ? sceneAround(rows, fromRow) : [0, rows.length];
    const lines = all.filter(({ row }) => row >= first && row < end);
    const from = Math.max(
      0,
      lines.findIndex(({ row }) => row >= fromRow),
    );
    audio.readTable((player) =>
      player.playTable(
        lines.map(({ line }) => line),
        casting,
        preferences.speed,
        { from, isLooped: loops },
      ),
    );
  };
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    audio.readFrom.current = (elementId) => latest.current(pages.indexOf(elementId));
    return () => {
      audio.readFrom.current = null;
      audio.stop();
    };
  }, [audio, pages]);
  return read;
}

/** Return the range of rows of the scene that contains a row. */
function sceneAround(rows: readonly Element[], row: number): [first: number, end: number] {
  const isHeading = (element: Element) => isHeadingType(element.elementType);
  const first = Math.max(0, rows.slice(0, row + 1).findLastIndex(isHeading));
  const next = rows.findIndex((element, index) => index > row && isHeading(element));
  return [first, next < 0 ? rows.length : next];
}

function readNow(rows: readonly Element[], index: number, heard: NowPlaying): ReadNow | null {
  const element = rows[index];
  if (!element) return null;
  const { current, total, isMine, part } = heard;
  const text = plainText((part === 'effect' ? element.soundEffectText : null) ?? element.content);
  const reader =
    part === 'narration' ? 'Narrator' : part === 'effect' ? 'Sound effect' : speakerNameOf(rows, index);
  return { reader: reader ?? '', text: text.replace(/\s+/g, ' '), isMine, current, total };
}

/** During a table read, hide the lines of the user's part on the pages, if the user chose that. */
function useHiddenLines(
  { audio, given, pages }: ScriptScreenState,
  { mine, isMineHidden }: TableCast,
  isRead: boolean,
) {
  const rows = useStore(pages.rows);
  const joint = useStore(given, (now) => now.joint);
  useEffect(() => {
    if (!isRead || !isMineHidden || mine === null) return;
    const marks = rows.flatMap(({ id: elementId, elementType, content }, index): Mark[] => {
      if (!isDialogueType(elementType) || !partsOfLine(rows, index, joint).includes(mine)) return [];
      return [{ type: 'unseen', elementId, start: 0, end: plainText(content).length }];
    });
    audio.hidden.set(marks);
    return () => audio.hidden.set([]);
  }, [audio, rows, joint, mine, isMineHidden, isRead]);
}

function CommentOnDesk({ element, onClose }: { element: Element; onClose: () => void }) {
  const { given, pages } = useScriptScreen();
  const projectId = useStore(given, ({ project }) => project.id);
  const rows = useStore(pages.rows);
  const { mutate, isPending } = useCreateComment(projectId);
  const speaker = isDialogueType(element.elementType) ? speakerNameOf(rows, pages.indexOf(element.id)) : null;
  const text = plainText(element.content).replace(/\s+/g, ' ');
  return (
    <LineComment
      about={speaker === null ? text : `${speaker}: ${text}`}
      isSending={isPending}
      onSend={(content) => mutate({ content, scriptElementId: element.id }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function SettingsOnDesk({
  code,
  cast,
  children,
}: {
  code: string;
  cast: TableCast;
  children: React.ReactNode;
}) {
  const { given, pages } = useScriptScreen();
  const { characters, joint } = useStore(given);
  const rows = useStore(pages.rows);
  const { data: library = [] } = useQuery(voicesQuery);
  const voices = useStore(deviceVoices());
  const speakers = useMemo(
    () =>
      [...castOf(rows, joint).values()].map(({ name }): TableSpeaker => {
        const voiceId = characterNamed(characters, name)?.voiceId;
        const own = library.find(({ voice_id: id }) => id === voiceId)?.name;
        return { name, voiceName: voiceId ? (own ?? 'Their own voice') : null };
      }),
    [rows, joint, characters, library],
  );
  return (
    <TableReadSettings
      preferences={tableReadPreferences.use()}
      cast={cast}
      speakers={speakers}
      deviceVoices={ownLanguageVoices(voices)}
      libraryVoices={library}
      onPreferences={setTableRead}
      onCast={(change) => setTableCast(code, change)}
    >
      {children}
    </TableReadSettings>
  );
}
