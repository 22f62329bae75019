/** The number of records of each main type; all other numbers follow from these. */
export interface MainSizes {
  readonly jobs: number;
  readonly contacts: number;
  readonly candidates: number;
  /** All activities, including those of interviews, submissions, placements and documents, which alone may exceed this number. */
  readonly activities: number;
}

export interface Sizes extends MainSizes {
  readonly clients: number;
  readonly opportunities: number;
}

/** Records 1 to 20 always exist. */
export const SMALLEST = 20;
export const LARGEST = 10_000_000;

/** A small firm, for demos. */
export const DEMO_SIZES: MainSizes = { jobs: 250, contacts: 250, candidates: 250, activities: 2400 };

export function sizesOf(main: MainSizes): Sizes {
  const clients = Math.max(SMALLEST, Math.round(main.contacts / 6.25));
  return { ...main, clients, opportunities: clients };
}
