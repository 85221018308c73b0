/** A printed line: offsets into the element's plain text (marks removed). Trailing spaces are outside. */
export interface Line {
  from: number;
  to: number;
}

/** How many characters the first and the other lines hold. A bracket that hangs gives the first line one more. */
export interface Capacities {
  capacity: number;
  firstCapacity: number;
}
