import { scenesAmong } from '#screenplay/facts/castFacts.ts';
import {
  type CastInScript,
  countInWords,
  figuresIn,
  type PlacedScene,
  partNamed,
  shareInPercent,
} from './figures.ts';
import styles from './PartSection.module.css';
import { PresenceStrip } from './PresenceStrip.tsx';

/** Number of other characters that are listed by name; the rest is counted. */
const maxOthers = 8;

/** Show a character's role in the script: figures, scenes, and shared scenes with others. */
export function PartSection({
  name,
  script,
  onGo,
}: {
  name: string;
  script: CastInScript;
  onGo: (scene: PlacedScene) => void;
}) {
  const part = partNamed(script, name);
  if (!part || part.speaking.length + part.silent.length === 0) return null;
  const { first, last } = figuresIn(script)(name);
  const others = [...part.together].sort((a, b) => b[1] - a[1]);
  const facts: [string, string][] = [
    ['Speeches', part.speeches.toLocaleString('en-US')],
    ['Words', part.words.toLocaleString('en-US')],
    ['Of the dialogue', shareInPercent(part.share)],
    ['Scenes', scenesAmong(script.facts, [...part.speaking, ...part.silent]).toLocaleString('en-US')],
  ];
  const places = [
    ['First', first],
    ['Last', last],
  ] as const;
  return (
    <section className={styles.section} aria-label="In the script">
      <h3 className={styles.title}>In the script</h3>
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className={styles.term}>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {places.map(
          ([term, scene]) =>
            scene && (
              <div key={term}>
                <dt className={styles.term}>{term}</dt>
                <dd>
                  {scene.number === null ? 'No number' : `Scene ${scene.number}`}
                  {scene.page !== null && <span className={styles.page}> p. {scene.page}</span>}
                </dd>
              </div>
            ),
        )}
      </dl>
      <PresenceStrip name={name} part={part} facts={script.facts} scenes={script.scenes} onGo={onGo} />
      {others.length > 0 && <Meetings script={script} others={others} />}
    </section>
  );
}

interface MeetingsProps {
  script: CastInScript;
  /** Keys of the others with their numbers of scenes. */
  others: readonly [string, number][];
}

function Meetings({ script, others }: MeetingsProps) {
  return (
    <p className={styles.others} dir="auto">
      <span className={styles.with}>Meets </span>
      {others
        .slice(0, maxOthers)
        .map(
          ([key, scenes]) =>
            `${script.facts.parts.get(key)?.name ?? key} (${countInWords(scenes, 'scene', 'scenes')})`,
        )
        .join(', ')}
      {others.length > maxOthers && ` and ${others.length - maxOthers} more`}
    </p>
  );
}
