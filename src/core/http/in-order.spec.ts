import type { Request, RequestHandler, Response } from 'express';
import { inOrder } from './in-order';

function take(...steps: RequestHandler[]): Promise<unknown> {
  return new Promise((resolve) => void inOrder(...steps)({} as Request, {} as Response, resolve));
}

describe('Steps in order', () => {
  const taken: string[] = [];
  beforeEach(() => void taken.splice(0));
  const step = (name: string): RequestHandler => {
    return (_, __, next) => {
      taken.push(name);
      next();
    };
  };

  it('are taken one after the other', async () => {
    expect(await take(step('a'), (_, __, next) => void setImmediate(next), step('b'))).toBeUndefined();
    expect(taken).toEqual(['a', 'b']);
  });

  it.each<[string, RequestHandler]>([
    ['passed on', (_, __, next) => next(new Error('No.'))],
    [
      'thrown',
      () => {
        throw new Error('No.');
      },
    ],
  ])('end with an error that is %s', async (_, failing) => {
    expect(await take(step('a'), failing, step('b'))).toEqual(new Error('No.'));
    expect(taken).toEqual(['a']);
  });

  it('end with an error that is thrown when another has waited', async () => {
    const waits: RequestHandler = (_, __, next) => void Promise.resolve().then(() => next());
    const fails: RequestHandler = () => {
      throw new Error('No.');
    };
    expect(await take(waits, fails)).toEqual(new Error('No.'));
  });
});
