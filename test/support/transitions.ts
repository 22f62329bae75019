/** A transition between two states, and whether it is allowed. */
export type Transition = readonly [from: string, to: string, isAllowed: boolean];

/** Every pair of different states, given the comma-separated successors allowed for each state. */
export function transitions(allowed: Readonly<Record<string, string>>): Transition[] {
  const states = Object.keys(allowed);
  return states.flatMap((from) =>
    states.filter((to) => to !== from).map((to): Transition => [from, to, (allowed[from] ?? '').split(', ').includes(to)]),
  );
}
