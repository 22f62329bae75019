import type { ProblemClass, ProblemKind } from '../../problems';

/** What the type of a problem begins with. */
export const PROBLEMS_PATH = 'problems';

/** Every kind of problem that the service can answer with, by name. */
export class ProblemKinds {
  private readonly byType: ReadonlyMap<string, ProblemKind>;

  constructor(classes: readonly ProblemClass[]) {
    const kinds = classes.map(({ kind }) => kind).sort((one, other) => (one.type < other.type ? -1 : 1));
    this.byType = new Map(kinds.map((kind) => [kind.type, kind]));
  }

  get all(): readonly ProblemKind[] {
    return [...this.byType.values()];
  }

  /** @param name the last segment of the type, in any case */
  named(name: string): ProblemKind | undefined {
    return this.byType.get(`/${PROBLEMS_PATH}/${name.toLowerCase()}`);
  }
}
