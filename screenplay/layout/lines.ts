/**
 * A printed line, as offsets into the element's plain text (without marks). Trailing spaces are
 * excluded.
 */
export interface Line {
  from: number;
  to: number;
}

/**
 * Maximum characters of the first line and of all other lines. A hanging bracket gives the first
 * line one more.
 */
export interface Capacities {
  capacity: number;
  firstCapacity: number;
}
