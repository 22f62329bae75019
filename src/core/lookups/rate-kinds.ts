import { sql, type Sql } from '../sql';

/** What a rate kind makes of the rates of a placement; without multipliers its lines have an amount. */
export interface KindRates {
  readonly payMultiplier: number | null;
  readonly chargeMultiplier: number | null;
  readonly amount: number | null;
}

/** The id, multipliers and amount of each rate kind. */
export const ratesOfKinds = (): Sql => sql`SELECT id, payMultiplier, chargeMultiplier, amount FROM lookup WHERE list = 'rateKind'`;
