import { AnnotationMode, getDocument, type PDFDocumentProxy, type PDFPageProxy, PDFWorker } from 'pdfjs-dist';
import { type PictureArea, pictureArea, pictureScale } from './pictureArea.ts';

/** Place whose picture is drawn: the lines around it, or its whole page. */
export interface PicturePlace {
  page: number;
  yPoints: number;
  isWhole: boolean;
}

/** Time after which drawing a page is cancelled. */
const maxDrawingMs = 10_000;

/**
 * Draws pages of a PDF as pictures, one at a time. The file is read in a worker of the browser when
 * the first picture is requested, and sent nowhere.
 */
export class PagePictures {
  readonly #file: File;
  readonly #worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  #opening: Promise<PDFDocumentProxy> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(file: File) {
    this.#file = file;
  }

  /** Return the picture of a place; null if the page cannot be drawn. */
  draw(place: PicturePlace, signal: AbortSignal): Promise<Blob | null> {
    const drawing = this.#last.then(async () => {
      if (signal.aborted || this.#isClosed) return null;
      this.#opening ??= this.#open();
      const page = await (await this.#opening).getPage(place.page);
      try {
        return await drawPage(page, place, signal);
      } finally {
        page.cleanup();
      }
    });
    // The text lines stay where a page cannot be drawn: a damaged page, or a file that has changed.
    const picture = drawing.catch(() => null);
    this.#last = picture;
    return picture;
  }

  close(): void {
    this.#isClosed = true;
    this.#worker.terminate();
  }

  async #open(): Promise<PDFDocumentProxy> {
    const failure = Promise.withResolvers<never>();
    this.#worker.addEventListener('error', () => failure.reject(new Error('The PDF worker failed')), {
      once: true,
    });
    const data = new Uint8Array(await this.#file.arrayBuffer());
    const task = getDocument({
      data,
      worker: PDFWorker.create({ port: this.#worker }),
      verbosity: 0,
      maxImageSize: 16_000_000,
      useWasm: false,
      enableXfa: false,
    });
    return Promise.race([task.promise, failure.promise]);
  }
}

/** Draw a part of a page on white paper, with a band over its uncertain line. */
async function drawPage(page: PDFPageProxy, place: PicturePlace, signal: AbortSignal): Promise<Blob | null> {
  const { width: widthPoints, height: heightPoints } = page.getViewport({ scale: 1 });
  const size = { widthPoints, heightPoints };
  const area = pictureArea(size, place.yPoints, place.isWhole);
  const scale = pictureScale(size);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(widthPoints * scale);
  canvas.height = Math.ceil(area.heightPoints * scale);
  const viewport = page.getViewport({ scale, offsetY: -area.topPoints * scale });
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.DISABLE });
  const cancel = () => task.cancel();
  const timer = setTimeout(cancel, maxDrawingMs);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await task.promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
  markLine(canvas, area, scale);
  return new Promise((resolve) => canvas.toBlob(resolve));
}

function markLine(canvas: HTMLCanvasElement, area: PictureArea, scale: number): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const top = area.markTopPoints * scale;
  const height = area.markHeightPoints * scale;
  context.globalCompositeOperation = 'multiply';
  context.fillStyle = '#ffe58a';
  context.fillRect(0, top, canvas.width, height);
  // A bar at the edge shows the line without colours, too.
  context.fillStyle = '#333';
  context.fillRect(0, top, 6 * scale, height);
}
