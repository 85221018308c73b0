import type { TitlePage } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { pageBoxOf } from '#screenplay/layout/metrics.ts';
import { placeTitlePage } from '#screenplay/layout/titlePage.ts';
import styles from './settings.module.css';

interface TitlePreviewProps {
  titlePage: TitlePage;
  format: ScriptFormat;
}

/** The whole sheet, with everything where the PDF prints it. */
export function TitlePreview({ titlePage, format }: TitlePreviewProps) {
  const { widthPoints, heightPoints } = pageBoxOf(format);
  return (
    <svg
      className={styles.preview}
      viewBox={`0 0 ${widthPoints} ${heightPoints}`}
      role="img"
      aria-label="Preview of the title page"
    >
      {placeTitlePage(titlePage, format).map((run) => (
        <text
          key={`${run.yPoints} ${run.xPoints}`}
          x={run.xPoints}
          y={run.yPoints}
          fontWeight={run.isBold ? 700 : 400}
          fontStyle={run.isItalic ? 'italic' : 'normal'}
          textDecoration={run.isUnderlined ? 'underline' : 'none'}
        >
          {run.text}
        </text>
      ))}
    </svg>
  );
}
