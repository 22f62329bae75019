import { Problem, type ValidationError } from '../../problems';

/** The problem of one operation, because of which nothing of its batch was saved. */
export class FailedOperation extends Problem {
  override readonly headers: Readonly<Record<string, string>>;
  override readonly members: Readonly<Record<string, unknown>>;

  constructor(index: number, problem: Problem) {
    super(`Operation ${index} failed, so that nothing was saved: ${problem.detail}`, problem);
    const pointer = `/operations/${index}`;
    const { errors, ...others } = problem.members as { errors?: readonly ValidationError[] };
    this.headers = problem.headers;
    this.members = { ...others, pointer, ...(errors ? { errors: errors.map((error) => inBatch(error, `${pointer}/body`)) } : {}) };
  }
}

const inBatch = (error: ValidationError, body: string): ValidationError =>
  error.in === undefined ? { ...error, pointer: `${body}${error.pointer}` } : error;
