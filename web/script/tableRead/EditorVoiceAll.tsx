import { useMemo } from 'react';
import { useStore } from '#web/lib/store.ts';
import { VoiceLines } from '#web/playback/tableRead/VoiceLines.tsx';
import { unvoicedLines } from '#web/playback/tableRead/voicing.ts';
import { useScriptScreen } from '../scriptScreen.ts';

/** Has the dialogue of the whole script spoken and stored, where its files are missing or old. */
export function EditorVoiceAll() {
  const desk = useScriptScreen();
  const { project, characters, joint } = useStore(desk.given);
  // All of the script, also in a filtered view.
  const elements = useStore(desk.sync.script);
  const lines = useMemo(() => unvoicedLines(elements, characters, joint), [elements, characters, joint]);
  const linesToVoice = async () => {
    desk.writing.save();
    await desk.sync.outbox.whenSent().catch(() => {}); // what could not be stored is not spoken
    const now = desk.given.get();
    return unvoicedLines(desk.sync.elements(), now.characters, now.joint);
  };
  return <VoiceLines project={project} lines={lines} linesToVoice={linesToVoice} />;
}
