import { useEffect, useRef, useState } from 'react';
import { useIsNearViewport } from '#web/lib/useIsNearViewport.ts';
import { Button } from '#web/ui/Button.tsx';
import type { PagePictures } from './pagePictures/pagePictures.ts';
import type { ImportReply } from './projectActions.data.ts';
import styles from './UncertainPlaces.module.css';

type UncertainPlace = NonNullable<ImportReply['receipt']['places']>[number];

interface UncertainPlacesProps {
  places: readonly UncertainPlace[];
  file: File;
}

/** Uncertain places of a PDF with pictures of their pages. Comments mark them in the script. */
export function UncertainPlaces({ places, file }: UncertainPlacesProps) {
  const pictures = usePagePictures(file);
  const seen = useRef(new Set<number>()).current;
  return (
    <section>
      <h3 className={styles.title}>Places in the PDF, marked with comments in the script</h3>
      {places.map((place, index) => (
        <Place
          key={`${place.page} ${place.yPoints} ${place.reason}`}
          place={place}
          index={index}
          seen={seen}
          pictures={pictures}
        />
      ))}
    </section>
  );
}

/** Return the drawer of a file's pages, whose code is loaded for the receipt; null until then. */
function usePagePictures(file: File): PagePictures | null {
  const [pictures, setPictures] = useState<PagePictures | null>(null);
  useEffect(() => {
    let isShown = true;
    let drawer: PagePictures | null = null;
    const open = async () => {
      const { PagePictures } = await import('./pagePictures/pagePictures.ts');
      if (!isShown) return;
      drawer = new PagePictures(file);
      setPictures(drawer);
    };
    // Without the code, for example without a connection, the lines of text stay.
    open().catch(() => {});
    return () => {
      isShown = false;
      drawer?.close();
    };
  }, [file]);
  return pictures;
}

interface PlaceProps {
  place: UncertainPlace;
  index: number;
  /** Indexes of the places that have been near the viewport. */
  seen: Set<number>;
  pictures: PagePictures | null;
}

/** A place with the lines of its page as text, and as a picture once that is drawn. */
function Place({ place, index, seen, pictures }: PlaceProps) {
  const { page, reason, excerpt } = place;
  const figure = useRef<HTMLElement>(null);
  const isNear = useIsNearViewport(figure, index, seen);
  const [isWhole, setIsWhole] = useState(false);
  const picture = usePicture(isNear ? pictures : null, place, isWhole);
  return (
    <figure ref={figure} className={styles.place}>
      <figcaption>
        Page {page}: {reason}
      </figcaption>
      {picture ? (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: narrow screens scroll it with the keys */}
          <div className={styles.paper} tabIndex={0}>
            <img className={styles.picture} src={picture} alt={`Page ${page} of the PDF: ${excerpt}`} />
          </div>
          <Button size="small" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
            Whole page
          </Button>
        </>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide lines are scrolled with the keys
        <pre className={styles.excerpt} tabIndex={0}>
          {excerpt}
        </pre>
      )}
    </figure>
  );
}

/** Return the address of the picture of a place; null until it is drawn, and if it cannot be. */
function usePicture(pictures: PagePictures | null, place: UncertainPlace, isWhole: boolean): string | null {
  const [address, setAddress] = useState<string | null>(null);
  const { page, yPoints } = place;
  useEffect(() => {
    if (!pictures) return;
    const drawing = new AbortController();
    const show = async () => {
      const blob = await pictures.draw({ page, yPoints, isWhole }, drawing.signal);
      if (blob && !drawing.signal.aborted) setAddress(URL.createObjectURL(blob));
    };
    void show();
    return () => drawing.abort();
  }, [pictures, page, yPoints, isWhole]);
  // The picture before it stays until this one is drawn.
  useEffect(() => () => URL.revokeObjectURL(address ?? ''), [address]);
  return address;
}
