import { etagOf, versionOf } from '../../http/conditional';
import { toJson } from '../../http/json-text';
import { Created } from '../../http';
import type { Problem, ProblemBody } from '../../problems';
import type { Operation } from './batch.dto';

/** What became of an operation. */
export interface Outcome {
  readonly index: number;
  readonly status: number;
  readonly id?: number;
  readonly etag?: string;
  readonly record?: object;
  readonly problem?: ProblemBody;
}

/** @param result what the route returns @param withRecord return the record, too */
export function outcomeOfResult(index: number, { id }: Operation, result: unknown, withRecord: boolean): Outcome {
  if (result === undefined) return { index, status: 204, id };
  const isNew = result instanceof Created;
  const record = isNew ? result.body : (result as object);
  const version = versionOf(record);
  return {
    index,
    status: isNew ? 201 : 200,
    id: isNew ? Number(result.key) : id,
    ...(version === undefined ? {} : { etag: etagOf(version, toJson(record)) }),
    ...(withRecord ? { record } : {}),
  };
}

/** @param path that of the request */
export const outcomeOfProblem = (index: number, { id }: Operation, problem: Problem, path: string): Outcome => ({
  index,
  status: problem.status,
  ...(id === undefined ? {} : { id }),
  problem: problem.body(path),
});
