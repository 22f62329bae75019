import type { FieldChanges } from '../changes';
import { QueryBoolean } from '../http';
import { Conflict } from '../problems';

/** The other record that makes a change look like a mistake. */
export interface Doubt {
  readonly recordType: string;
  readonly recordID: number;
}

/** What is probably a mistake, and done only if the caller confirms it with a query parameter. */
export abstract class ConfirmationRequired extends Conflict {
  override readonly members: Readonly<Record<string, unknown>>;

  /** @param reason a sentence @param parameter the query parameter that confirms it */
  constructor(
    reason: string,
    readonly parameter: string,
    readonly about?: Doubt,
  ) {
    super(`${reason} Send ?${parameter}=true to save anyway.`);
    this.members = { parameter, ...about };
  }
}

/**
 * The query parameter that confirms something.
 * @param description a sentence that begins with "Save" @param example true where the example of the body needs it when it is sent again
 */
export const QueryConfirmation = (description: string, example?: true): PropertyDecorator =>
  QueryBoolean({ default: false, description, example });

/** What a caller confirms, and of which records that was needed. */
export class Confirmations {
  private readonly used = new WeakMap<object, ConfirmationRequired[]>();

  private constructor(private readonly parameters: ReadonlySet<string>) {}

  /** @param query the parameters of a request that were declared with {@link QueryConfirmation} */
  static in(query: object): Confirmations {
    return new Confirmations(new Set(Object.entries(query).flatMap(([name, value]) => (value === true ? [name] : []))));
  }

  /** Confirmed without a request, where the reason is known. */
  static of(...parameters: readonly string[]): Confirmations {
    return new Confirmations(new Set(parameters));
  }

  /** Is it confirmed? Then the change of the record will tell. @param record as it is saved */
  accept(record: object, problem: ConfirmationRequired): boolean {
    if (!this.parameters.has(problem.parameter)) return false;
    const used = this.used.get(record) ?? [];
    if (!used.some((other) => isSame(other, problem))) this.used.set(record, [...used, problem]);
    return true;
  }

  /** As part of the change of a record. */
  changesOf(record: object): FieldChanges {
    const used = this.used.get(record);
    return used ? { confirmed: [null, used.map(({ parameter, about }) => ({ parameter, ...about }))] } : {};
  }
}

const isSame = (one: ConfirmationRequired, other: ConfirmationRequired): boolean =>
  one.parameter === other.parameter && one.about?.recordID === other.about?.recordID;

/** Goes on only if the caller has confirmed it. @param record as it is saved @throws ConfirmationRequired */
export function confirm({ confirmations }: { confirmations?: Confirmations }, record: object, problem: ConfirmationRequired): void {
  if (!confirmations?.accept(record, problem)) throw problem;
}
