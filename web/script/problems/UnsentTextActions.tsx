import { defaultFormat } from '#screenplay/format.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import type { UnsentElement } from '#web/scriptSync/unsentText.ts';
import { unsentFountain } from '#web/scriptSync/unsentText.ts';
import { Button } from '#web/ui/Button.tsx';

interface UnsentWordsProps {
  elements: readonly UnsentElement[];
  onDiscard: () => void;
}

/** Buttons to copy or download text that the server will not accept. */
export function UnsentTextActions({ elements, onDiscard }: UnsentWordsProps) {
  const text = () => unsentFountain(elements, defaultFormat);
  const save = () => saveFile(new Blob([text()], { type: 'text/plain;charset=utf-8' }), 'unsent.fountain');
  return (
    <>
      {elements.length > 0 && (
        <>
          <Button size="small" onClick={() => void navigator.clipboard.writeText(text())}>
            Copy my text
          </Button>
          <Button size="small" onClick={save}>
            Download as Fountain
          </Button>
        </>
      )}
      <Button size="small" kind="ghost" onClick={onDiscard}>
        {elements.length > 1 ? 'Discard all' : 'Discard'}
      </Button>
    </>
  );
}
