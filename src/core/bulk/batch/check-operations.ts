import { InvalidRequest, type ValidationError } from '../../problems';
import { MOST_WITH_RECORDS, type Batch, type Method, type Operation } from './batch.dto';

type Part = 'id' | 'ifMatch' | 'body';

const REQUIRED: Readonly<Record<Method, readonly Part[]>> = { create: ['body'], update: ['id', 'body'], delete: ['id'] };
const ALLOWED: Readonly<Record<Method, readonly Part[]>> = {
  create: ['body'],
  update: ['id', 'ifMatch', 'body'],
  delete: ['id', 'ifMatch'],
};
const PARTS = ['id', 'ifMatch', 'body'] as const satisfies readonly Part[];

/** More errors are not listed. */
const MOST_ERRORS = 100;

/** @throws InvalidRequest for operations that lack something or have too much, and where too many records would be returned */
export function checkOperations({ operations, returnRecords }: Batch): void {
  if (returnRecords && operations.length > MOST_WITH_RECORDS)
    throw InvalidRequest.because([{ pointer: '/operations', detail: `must have at most ${MOST_WITH_RECORDS} items with returnRecords` }]);
  const errors = operations.flatMap((operation, index) => errorsOf(operation, `/operations/${index}`));
  if (errors.length > 0) throw InvalidRequest.because(errors.slice(0, MOST_ERRORS));
}

const errorsOf = (operation: Operation, pointer: string): ValidationError[] =>
  PARTS.flatMap((part) => {
    const { method, [part]: value } = operation;
    if (value === undefined && REQUIRED[method].includes(part))
      return [{ pointer: `${pointer}/${part}`, detail: `is required to ${method}` }];
    if (value !== undefined && !ALLOWED[method].includes(part))
      return [{ pointer: `${pointer}/${part}`, detail: `must be absent to ${method}` }];
    return [];
  });
