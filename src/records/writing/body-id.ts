import { InvalidRequest } from '../../http/problem';

/** The id in the body of a PUT: absent, 0 or the path's. @throws InvalidRequest */
export function checkBodyID(said: unknown, id: number, field = 'id'): void {
  if (said === undefined || said === null || said === 0 || said === id) return;
  throw InvalidRequest.because([{ pointer: `/${field}`, detail: `must be ${id}, the id in the path, or be left out` }]);
}
