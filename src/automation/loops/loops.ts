import type { Field } from '../../core/fields/field';
import type { RecordType } from '../../core/fields/record-type';
import { holds, resolveAlias, UNKNOWN, type FilterTree } from '../../core/query';
import type { NodeEffect } from './effects';

/** What can trigger an automation: an event, or any change to a record of a type. */
export interface ListensTo {
  readonly event?: number;
  readonly changed?: string;
  /** The type of its records, and what they have to match. */
  readonly record?: RecordType;
  readonly condition?: FilterTree;
}

/** An automation that changes can trigger. */
export interface AutomationNode {
  readonly id: number;
  readonly name: string | null;
  readonly listensTo: ListensTo;
  readonly effects: readonly NodeEffect[];
}

const triggers = ({ id, effects }: AutomationNode, next: AutomationNode): boolean =>
  id !== next.id && effects.some((effect) => isTriggeredBy(next.listensTo, effect));

const isTriggeredBy = (listensTo: ListensTo, effect: NodeEffect): boolean => isAbout(listensTo, effect) && canMatchAfter(listensTo, effect);

const isAbout = ({ event, changed }: ListensTo, effect: NodeEffect): boolean =>
  (event !== undefined && effect.events.includes(event)) || (changed !== undefined && effect.changed.includes(changed));

/** A rule that waits for "ping" is not triggered by one that writes "pong". */
function canMatchAfter({ record, condition }: ListensTo, { of }: NodeEffect): boolean {
  if (!record || !condition || of?.type !== record.name) return true;
  const valueOf = (field: Field): unknown => {
    const { name } = resolveAlias(record, field);
    return of.values.has(name) ? of.values.get(name) : UNKNOWN;
  };
  return holds(condition, valueOf) !== false;
}

/**
 * The loops that contain an automation: for each automation that it can trigger, the shortest path from there back to it.
 * One automation alone is not a loop, since none is triggered by its own changes. @returns the other automations, in order
 */
export function findLoops(self: AutomationNode, others: readonly AutomationNode[]): AutomationNode[][] {
  const all = others.filter(({ id }) => id !== self.id);
  const found = all
    .filter((next) => triggers(self, next))
    .flatMap((next) => [shortestPathBack(next, self, all) ?? []].filter((path) => path.length > 0));
  const known = new Set<string>();
  return found.filter((path) => {
    const members = path
      .map(({ id }) => id)
      .sort((one, other) => one - other)
      .join();
    return known.has(members) ? false : known.add(members);
  });
}

/** Breadth first. */
function shortestPathBack(from: AutomationNode, target: AutomationNode, all: readonly AutomationNode[]): AutomationNode[] | undefined {
  const seen = new Set([from.id]);
  let paths: AutomationNode[][] = [[from]];
  while (paths.length > 0) {
    const found = paths.find((path) => triggers(path.at(-1)!, target));
    if (found) return found;
    paths = paths.flatMap((path) =>
      all.filter((next) => !seen.has(next.id) && triggers(path.at(-1)!, next) && seen.add(next.id)).map((next) => [...path, next]),
    );
  }
  return undefined;
}

/** "forms a loop with "X" (12) and "Y" (14): each can trigger the next" */
export function describeLoop(others: readonly AutomationNode[]): string {
  const names = others.map(({ id, name }) => `${JSON.stringify(name ?? '')} (${id})`);
  const [last] = names.slice(-1);
  return `forms a loop with ${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last}: each can trigger the next`;
}
