import type { ReactNode } from 'react';
import { Avatar } from '#web/ui/Avatar.tsx';
import { WordRuns } from '#web/ui/WordRuns.tsx';
import styles from './Features.module.css';
import sectionTitle from './SectionTitle.module.css';

interface Feature {
  title: string;
  text: string;
  /** An illustration of the feature. */
  specimen: ReactNode;
}

/** Scenes with their lengths in eighths of a page, in the colours of a production board. */
const strips = [
  { number: 24, eighths: '1 2/8', kind: 'intNight' },
  { number: 25, eighths: '5/8', kind: 'intNight' },
  { number: 26, eighths: '1 1/8', kind: 'extDay' },
  { number: 27, eighths: '6/8', kind: 'intDay' },
  { number: 28, eighths: '2/8', kind: 'extNight' },
  { number: 29, eighths: '1', kind: 'extNight' },
  { number: 30, eighths: '4/8', kind: 'intNight' },
] as const;

/** Bars of a recording: position, height, and whether it was played. */
const waves = Array.from({ length: 48 }, (_, i) => ({
  x: i * 6,
  height: Math.round(12 + 44 * Math.abs(Math.sin(i * 0.55) * Math.cos(i * 0.17))),
  isPlayed: i < 20,
}));

const frames = ['bridge', 'deck', 'car', 'window'] as const;

export const features: Feature[] = [
  {
    title: 'AI writing assistant',
    text: 'Ask about the line you are on. Every suggestion shows what it would change, word by word, and why.',
    specimen: (
      <p className={styles.edited}>
        <WordRuns
          runs={[
            { text: 'I am really starting to get frightened now.', type: 'removed' },
            { text: ' ', type: 'same' },
            { text: 'Count them again. Slower.', type: 'added' },
          ]}
        />
      </p>
    ),
  },
  {
    title: 'Professional audio',
    text: 'Give each character a voice, put sound under the action, and hear the whole script play through.',
    specimen: (
      <svg className={styles.waves} aria-hidden="true" viewBox={`0 0 ${waves.length * 6} 64`}>
        {waves.map(({ x, height, isPlayed }) => (
          <rect
            key={x}
            className={isPlayed ? styles.played : undefined}
            x={x}
            y={32 - height / 2}
            width="3"
            height={height}
            rx="1.5"
          />
        ))}
      </svg>
    ),
  },
  {
    title: 'Team collaboration',
    text: 'Invite editors, commenters and readers to the same script. Comment on a line, settle it, move on.',
    specimen: (
      <div className={styles.thread}>
        {(['Ines', 'Jun'] as const).map((firstName, index) => (
          <div key={firstName}>
            <Avatar
              person={{ id: firstName, email: '', firstName, lastName: null, profileImageUrl: null }}
              size={24}
            />
            <p>
              <b>{firstName}</b> {['Would she count aloud?', 'Only when she is sure.'][index]}
            </p>
          </div>
        ))}
      </div>
    ),
  },
  {
    title: 'Industry formatting',
    text: 'Indents, page breaks, (MORE) and (CONT’D) where a production office expects them. PDF out, Final Draft in.',
    specimen: (
      <div>
        <p>INT. WHEELHOUSE - NIGHT</p>
        <p className={styles.indented}>TOBIAS</p>
        <p className={styles.halfway}>Read me the number.</p>
      </div>
    ),
  },
  {
    title: 'Visual generation',
    text: 'Frames for every scene, portraits for the cast, and a picture that sells the idea before page one.',
    specimen: (
      <div className={styles.frames}>
        {frames.map((name) => (
          <img
            key={name}
            src={`/landing/${name}.svg`}
            alt=""
            width="470"
            height="200"
            loading="lazy"
            decoding="async"
          />
        ))}
      </div>
    ),
  },
  {
    title: 'Smart organization',
    text: 'Acts, sequences, beats, scenes and pages stay in step, counted in eighths like a strip board.',
    specimen: (
      <div className={styles.board}>
        {strips.map(({ number, eighths, kind }) => (
          <i key={number} className={styles[kind]}>
            {number}
            <span>{eighths}</span>
          </i>
        ))}
      </div>
    ),
  },
];

export function Features() {
  return (
    <section className={styles.section} id="features" aria-labelledby="features-title">
      <div className={styles.inner}>
        <div className={styles.introduction}>
          <h2 id="features-title" className={sectionTitle.title}>
            Everything else within reach, and out of the way.
          </h2>
          <p>
            The script is the product. Around it stand the tools a production needs, each one built for people
            who make films.
          </p>
        </div>
        <ul className={styles.grid}>
          {features.map(({ title, text, specimen }) => (
            <li key={title} className={styles.card}>
              <div className={styles.specimen} aria-hidden="true">
                {specimen}
              </div>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
