import { useCallback, useEffect, useRef, useState } from 'react';
import { claimPlayback } from '#web/audio/exclusivePlayback.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { type Clip, playedPart } from './clip.ts';

/** Play, stop and seek a file. Other audio stops when it plays. */
export function useStudioSound(url: string, volume: number, clip: Clip) {
  const [audio] = useState(() => new Audio());
  const [isPlaying, setIsPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [duration, setDuration] = useState(0);
  const endsAt = useRef(Number.POSITIVE_INFINITY);
  const release = useRef(() => {});

  const stop = useCallback(() => {
    audio.pause();
    release.current();
    setIsPlaying(false);
  }, [audio]);
  useEffect(() => {
    audio.preload = 'metadata';
    audio.src = hrefOf(url);
    setPosition(0);
    setDuration(0);
    audio.ondurationchange = () => setDuration(Number.isFinite(audio.duration) ? audio.duration : 0);
    audio.ontimeupdate = () => {
      setPosition(audio.currentTime);
      if (audio.currentTime >= endsAt.current) stop();
    };
    audio.onended = stop;
    audio.onerror = stop;
    return stop;
  }, [audio, url, stop]);
  useEffect(() => {
    audio.volume = volume;
  }, [audio, volume]);
  useSmoothPosition(audio, isPlaying, setPosition, () => {
    if (audio.currentTime >= endsAt.current) stop();
  });

  const seek = (seconds: number) => {
    audio.currentTime = seconds;
    setPosition(seconds);
  };
  const play = () => {
    const part = playedPart(clip, Number.POSITIVE_INFINITY);
    const isAtEnd = duration > 0 && audio.currentTime >= duration;
    if (audio.currentTime < part.from || audio.currentTime >= part.to || isAtEnd) seek(part.from);
    endsAt.current = part.to;
    release.current = claimPlayback(stop);
    setIsPlaying(true);
    audio.play().catch((error: unknown) => {
      logFailure('Failed to play audio', error);
      stop();
    });
  };
  return { isPlaying, position, duration, seek, toggle: isPlaying ? stop : play };
}

/** Update the position every frame, because browsers report it only four times a second. */
function useSmoothPosition(
  audio: HTMLAudioElement,
  isPlaying: boolean,
  setPosition: (seconds: number) => void,
  onFrame: () => void,
): void {
  const latest = useRef(onFrame);
  useEffect(() => {
    latest.current = onFrame;
  });
  useEffect(() => {
    if (!isPlaying) return;
    let frame = requestAnimationFrame(function follow() {
      setPosition(audio.currentTime);
      latest.current();
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [audio, isPlaying, setPosition]);
}
