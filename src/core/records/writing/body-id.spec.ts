import { InvalidRequest } from '../../problems/problem';
import { checkBodyID } from './body-id';

describe('The id in a body', () => {
  it.each([undefined, null, 0, 7])('may be %p where the path has 7', (sent) => expect(() => checkBodyID(sent, 7)).not.toThrow());

  it.each([8, -7, '7', '', false])('must not be %p where the path has 7', (sent) => {
    expect(() => checkBodyID(sent, 7)).toThrow(new InvalidRequest('/id must be 7, the id in the path, or be left out.'));
  });

  it('is named as the body names it', () => {
    expect(() => checkBodyID(8, 7, 'jobID')).toThrow(
      expect.objectContaining({ members: { errors: [{ pointer: '/jobID', detail: expect.stringContaining('must be 7') }] } }),
    );
  });
});
