import { useMemo } from 'react';
import { useStore } from '#web/lib/store.ts';
import { VoiceLines } from '#web/playback/tableRead/VoiceLines.tsx';
import { unvoicedLines } from '#web/playback/tableRead/voicing.ts';
import { useScriptScreen } from '../scriptScreen.ts';

/** Generates the missing and outdated audio files of all dialogue in the script. */
export function EditorVoiceAll() {
  const desk = useScriptScreen();
  const { project, characters, joint } = useStore(desk.given);
  // The whole script, also in a filtered view.
  const elements = useStore(desk.sync.script);
  const lines = useMemo(() => unvoicedLines(elements, characters, joint), [elements, characters, joint]);
  const linesToVoice = async () => {
    desk.writing.save();
    await desk.sync.outbox.whenSent().catch(() => {}); // lines that could not be stored are not spoken
    const now = desk.given.get();
    return unvoicedLines(desk.sync.elements(), now.characters, now.joint);
  };
  return <VoiceLines project={project} lines={lines} linesToVoice={linesToVoice} />;
}
