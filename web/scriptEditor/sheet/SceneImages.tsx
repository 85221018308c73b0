import type { Scene } from '#shared/contract/scenes.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import styles from './Sheet.module.css';
import { framePx } from './sceneImages.ts';
import { pageIn, pagesNear, type SheetLayout } from './sheetLayout.ts';

interface SceneImagesProps {
  book: SheetLayout;
  view: { scrollPx: number; heightPx: number };
  /** Scenes by the element above which their picture is. */
  images: ReadonlyMap<number, Scene>;
  sheetLeftPx: number;
}

/** Pictures of the scenes that begin near the viewport. */
export function SceneImages({ book, view, images, sheetLeftPx }: SceneImagesProps) {
  const { measures } = book;
  const { widthPx, heightPx } = framePx(measures);
  const { first, last } = pagesNear(book, view.scrollPx, view.heightPx);
  const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return pages.flatMap((page) =>
    pageIn(book, page).pieces.flatMap(({ element, topPx, lines }) => {
      const scene = lines[0]?.from === 0 ? images.get(element.id) : undefined;
      if (!scene?.imageUrl) return [];
      return [
        <img
          key={scene.id}
          className={styles.sceneImage}
          src={hrefOf(scene.imageUrl)}
          alt={scene.imagePrompt ?? `Scene ${scene.sceneNumber}: ${scene.heading}`}
          loading="lazy"
          style={{
            top: (book.tops[page] ?? 0) + measures.headPx + topPx - (book.insets.get(element.id) ?? 0),
            left: sheetLeftPx + (measures.isPhone ? 16 : 1.5 * measures.inchPx),
            width: widthPx,
            height: heightPx,
          }}
        />,
      ];
    }),
  );
}
