import type { Effects } from './effects';

/** What an automation can be set off by: an event, or any change of a record of a type. */
export interface Hears {
  readonly event?: number;
  readonly changed?: string;
}

/** An automation that waits for something to happen. */
export interface Link {
  readonly id: number;
  readonly name: string | null;
  readonly hears: Hears;
  readonly effects: Effects;
}

const setsOff = ({ id, effects }: Link, next: Link): boolean => id !== next.id && heard(next.hears, effects);

const heard = ({ event, changed }: Hears, effects: Effects): boolean =>
  (event !== undefined && effects.events.has(event)) || (changed !== undefined && effects.changed.has(changed));

/**
 * The circles that an automation is in: for each that it can set off, the shortest way from there back to it. One automation
 * alone is no circle, since none fires on its own change. @returns the others on the way, in their order
 */
export function circlesOf(self: Link, others: readonly Link[]): Link[][] {
  const all = others.filter(({ id }) => id !== self.id);
  const found = all
    .filter((next) => setsOff(self, next))
    .flatMap((next) => [wayBack(next, self, all) ?? []].filter((way) => way.length > 0));
  const known = new Set<string>();
  return found.filter((way) => {
    const members = way
      .map(({ id }) => id)
      .sort((one, other) => one - other)
      .join();
    return known.has(members) ? false : known.add(members);
  });
}

/** The shortest one, breadth first. */
function wayBack(from: Link, home: Link, all: readonly Link[]): Link[] | undefined {
  const seen = new Set([from.id]);
  let ways: Link[][] = [[from]];
  while (ways.length > 0) {
    const back = ways.find((way) => setsOff(way.at(-1)!, home));
    if (back) return back;
    ways = ways.flatMap((way) =>
      all.filter((next) => !seen.has(next.id) && setsOff(way.at(-1)!, next) && seen.add(next.id)).map((next) => [...way, next]),
    );
  }
  return undefined;
}

/** "goes round in a circle with "X" (12) and "Y" (14): each can set off the next" */
export function circleInWords(others: readonly Link[]): string {
  const names = others.map(({ id, name }) => `${JSON.stringify(name ?? '')} (${id})`);
  const [last] = names.slice(-1);
  return `goes round in a circle with ${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last}: each can set off the next`;
}
