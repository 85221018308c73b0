import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { conceptRatio } from '#shared/contract/concept.ts';
import type { Project } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import { PosterGround } from '#web/projects/poster/PosterGround.tsx';
import banner from './Banner.module.css';
import { ConceptPicture, useLoadedPicture } from './ConceptPicture.tsx';
import { Facts } from './Facts.tsx';
import { GrowingField } from './GrowingField.tsx';
import { IdeaSaveState } from './IdeaSaveState.tsx';
import styles from './IdeaScreen.module.css';
import { Tools } from './Tools.tsx';
import { textsOf, tooLong, tooLongText } from './texts.ts';
import { useIdea } from './useIdea.ts';
import { Words } from './Words.tsx';

interface IdeaScreenProps {
  project: Project;
  /** Header above the banner, for the page without the workspace. */
  head?: ReactNode;
}

/** Show what a project is about: its concept image with title and logline, and the synopsis. */
export function IdeaScreen({ project, head }: IdeaScreenProps) {
  const { draft, drawing, texts: written, phase, drawingState } = useIdea(project);
  const picture = useLoadedPicture(project.conceptImageUrl);
  const canWrite = may(project.role, 'write');
  const texts = canWrite ? written : textsOf(project);
  const overlong = tooLong(texts);

  const generate = () => {
    void draft.save();
    void drawing.draw(draft.values());
  };

  return (
    <div className={styles.view}>
      {head}
      <div className={styles.page}>
        <div className={styles.stage}>
          <div className={banner.banner} style={{ aspectRatio: conceptRatio.replace(':', ' / ') }}>
            <PosterGround projectId={project.id}>
              <ConceptPicture picture={picture} alt={`Concept image of ${project.name}`} />
              <Words
                name={texts.name}
                logline={texts.logline}
                draft={draft}
                canWrite={canWrite}
                isOnPicture={picture.shown !== null}
              />
            </PosterGround>
          </div>
          {canWrite && (
            <Tools
              projectId={project.id}
              texts={texts}
              isHeld={overlong.length > 0}
              drawing={drawing}
              state={drawingState}
              onGenerate={generate}
            />
          )}
        </div>
        <div className={styles.below}>
          <Synopsis canWrite={canWrite} texts={texts} overlong={overlong} draft={draft} phase={phase} />
          <Facts projectId={project.id} />
        </div>
      </div>
    </div>
  );
}

interface SynopsisProps extends Pick<ReturnType<typeof useIdea>, 'texts' | 'draft' | 'phase'> {
  canWrite: boolean;
  overlong: ReturnType<typeof tooLong>;
}

/** The synopsis, with the state of saving and the errors of all texts. */
function Synopsis({ canWrite, texts, overlong, draft, phase }: SynopsisProps) {
  const synopsisId = useId();
  return (
    <section className={styles.synopsis} aria-labelledby={synopsisId}>
      <div className={styles.row}>
        <h2 className={styles.heading} id={synopsisId}>
          Synopsis
        </h2>
        {canWrite && <IdeaSaveState phase={phase} onRetry={() => void draft.save()} />}
      </div>
      {overlong.map((field) => (
        <p key={field} className={styles.problem} role="alert">
          <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
          {tooLongText(field, texts)}
        </p>
      ))}
      {canWrite ? (
        <GrowingField
          className={styles.field}
          aria-labelledby={synopsisId}
          placeholder="What happens, from the first image to the last"
          value={texts.synopsis}
          onText={(text) => draft.write({ synopsis: text })}
          onBlur={() => void draft.save()}
        />
      ) : (
        <p className={texts.synopsis ? styles.text : styles.none}>{texts.synopsis || 'No synopsis yet.'}</p>
      )}
    </section>
  );
}
