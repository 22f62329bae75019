import { isAmount } from '../../fields/value-rules';
import { InvalidRequest } from '../../problems';
import { AMOUNT } from '../../sql/columns';

/**
 * Refuses a record whose computed amounts have more digits than are stored exactly.
 * @param causes the field that must be lower, by computed field
 * @throws InvalidRequest
 */
export function requireStorable<T extends object>(record: T, causes: { readonly [K in keyof T]?: string }): void {
  const errors = Object.entries<string | undefined>(causes).flatMap(([name, cause]) => {
    const amount = (record as Record<string, unknown>)[name] as number;
    const detail = `must be lower: ${name} would be ${amount}, and amounts go up to ${AMOUNT.most}`;
    return isAmount(amount) ? [] : [{ pointer: `/${cause}`, detail }];
  });
  if (errors.length > 0) throw InvalidRequest.because(errors);
}
