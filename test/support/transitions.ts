/** From which state to which, and whether that is allowed. */
export type Transition = readonly [from: string, to: string, isAllowed: boolean];

/** Of a table of what may follow each state, every pair of two different states. */
export function transitions(allowed: Readonly<Record<string, string>>): Transition[] {
  const states = Object.keys(allowed);
  return states.flatMap((from) =>
    states.filter((to) => to !== from).map((to): Transition => [from, to, (allowed[from] ?? '').split(', ').includes(to)]),
  );
}
