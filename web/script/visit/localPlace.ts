import type { Position } from '#screenplay/selection.ts';
import type { ScriptPlace } from '#shared/contract/projects.ts';
import type { StorablePlace } from './currentPlace.ts';

interface StoredPlace {
  /** Where the user was last, also in a line that the server does not have. */
  place: Position | null;
  /** When that was; 0 for never. */
  leftAt: number;
  /** The place for a tab that does not know the line; null in a script without elements. */
  storable: StorablePlace | null;
  /** Places that the server had or was sent, oldest first. */
  ofServer: readonly ScriptPlace[];
}

const nowhere: StoredPlace = { place: null, leftAt: 0, storable: null, ofServer: [] };

/** Several tabs may have sent places that are not answered when the next page is loaded. */
const maxOfServer = 8;

/** Time after which another browser may have the newer place. */
const reloadMs = 60_000;

/** The user's place in a script in this browser, where the last tab wins. */
export class LocalPlace {
  readonly #key: string;

  constructor(userId: string, projectId: number) {
    this.#key = `cold-open:place:${userId}:${projectId}`;
  }

  /**
   * Return the place, unless another browser has stored a newer one since: the server's is then
   * none that this browser knows. After a reload the place is this browser's in any case.
   */
  newerThan(ofServer: ScriptPlace | null): Pick<StoredPlace, 'place' | 'storable'> | null {
    const stored = this.#read();
    const isKnown = ofServer === null || stored.ofServer.some((each) => isSame(each, ofServer));
    return isKnown || isRecent(stored) ? stored : null;
  }

  readonly store = (place: Position, storable: StorablePlace | null): void => {
    const left = { place, storable, leftAt: Date.now() };
    write('sessionStorage', this.#key, left);
    write('localStorage', this.#key, { ...this.#ofBrowser(), ...left });
  };

  /** Note a place that the server has or is sent. */
  noteOfServer(place: ScriptPlace): void {
    const stored = this.#ofBrowser();
    if (stored.ofServer.some((each) => isSame(each, place))) return;
    write('localStorage', this.#key, {
      ...stored,
      ofServer: [...stored.ofServer, place].slice(-maxOfServer),
    });
  }

  /** Return what is stored, with the place of this tab if it has just been loaded again. */
  #read(): StoredPlace {
    const ofTab = read('sessionStorage', this.#key);
    return { ...this.#ofBrowser(), ...(ofTab && isRecent(ofTab) && ofTab) };
  }

  #ofBrowser(): StoredPlace {
    return { ...nowhere, ...read('localStorage', this.#key) };
  }
}

const isRecent = ({ leftAt = 0 }: Partial<StoredPlace>) => Date.now() - leftAt < reloadMs;

/** Storage of the browser, or of the tab. */
type StorageName = 'localStorage' | 'sessionStorage';

function read(storage: StorageName, key: string): Partial<StoredPlace> | null {
  try {
    return JSON.parse(window[storage].getItem(key) ?? 'null');
  } catch {
    return null; // storage is unavailable
  }
}

function write(storage: StorageName, key: string, stored: Partial<StoredPlace>): void {
  try {
    window[storage].setItem(key, JSON.stringify(stored));
  } catch {
    // The script opens at the place of the server.
  }
}

function isSame(a: ScriptPlace, b: ScriptPlace): boolean {
  return a.elementId === b.elementId && a.offset === b.offset;
}
