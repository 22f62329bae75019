import { InvalidRequest } from '../../problems/problem';

/** The id in the body of a PUT: absent, 0 or the path's. @throws InvalidRequest */
export function checkBodyID(sent: unknown, id: number, field = 'id'): void {
  if (sent === undefined || sent === null || sent === 0 || sent === id) return;
  throw InvalidRequest.because([{ pointer: `/${field}`, detail: `must be ${id}, the id in the path, or be left out` }]);
}
