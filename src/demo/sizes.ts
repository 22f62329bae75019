/** How many of the main records a firm has; everything else follows from them. */
export interface MainSizes {
  readonly jobs: number;
  readonly contacts: number;
  readonly candidates: number;
  /** All activities; the mirrors of interviews, submissions, placements and documents are among them, and may be more. */
  readonly activities: number;
}

export interface Sizes extends MainSizes {
  readonly clients: number;
  readonly opportunities: number;
}

/** The records 1 to 20 are always there. */
export const SMALLEST = 20;
export const LARGEST = 10_000_000;

/** A small firm to look at. */
export const DEMONSTRATION: MainSizes = { jobs: 250, contacts: 250, candidates: 250, activities: 2400 };

export function sizesOf(main: MainSizes): Sizes {
  const clients = Math.max(SMALLEST, Math.round(main.contacts / 6.25));
  return { ...main, clients, opportunities: clients };
}
