import type { TitlePage } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { pageBoxOf } from '#screenplay/layout/metrics.ts';
import { placeTitlePages } from '#screenplay/layout/titlePage.ts';
import { currentTitleSection } from '#screenplay/titleChange.ts';
import { decorationOf } from '#web/scriptEditor/sheet/decoration.ts';
import styles from './settings.module.css';

interface TitlePreviewProps {
  titlePage: TitlePage;
  format: ScriptFormat;
}

/** Preview of the sheet as the PDF prints it. */
export function TitlePreview({ titlePage, format }: TitlePreviewProps) {
  const { widthPoints, heightPoints } = pageBoxOf(format);
  const { titleSection } = format;
  const set = titleSection
    ? { ...format, titleSection: currentTitleSection(titleSection, titlePage) }
    : format;
  return (
    <svg
      className={styles.preview}
      viewBox={`0 0 ${widthPoints} ${heightPoints}`}
      role="img"
      aria-label="Preview of the title page"
    >
      {(placeTitlePages(titlePage, set)[0] ?? []).map((run) => (
        <text
          key={`${run.yPoints} ${run.xPoints}`}
          x={run.xPoints}
          y={run.yPoints}
          fontWeight={run.isBold ? 700 : 400}
          fontStyle={run.isItalic ? 'italic' : 'normal'}
          textDecoration={decorationOf(run)}
        >
          {run.text}
        </text>
      ))}
    </svg>
  );
}
