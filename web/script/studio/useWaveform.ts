import { useEffect, useState } from 'react';
import { type Decoded, decodedSound } from './waveform.ts';

/** Return the bars of a sound; null while it is being decoded. */
export function useWaveform(url: string): Decoded | null {
  const [decoded, setDecoded] = useState<{ url: string; sound: Decoded } | null>(null);
  useEffect(() => {
    const reading = new AbortController();
    void decodedSound(url, reading.signal).then((sound) => {
      if (!reading.signal.aborted) setDecoded({ url, sound });
    });
    return () => reading.abort();
  }, [url]);
  return decoded?.url === url ? decoded.sound : null;
}
