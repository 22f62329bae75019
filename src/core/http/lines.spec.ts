import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import supertest from 'supertest';
import { Unavailable } from '../problems/problem';
import { pages, sendLines } from './lines';
import { Page } from './response';

const MOST = 100_000;
/** Records of 2 kB. */
const record = (id: number): object => ({ id, text: 'x'.repeat(2000) });

interface Reading {
  reads: number;
  readonly failsAt?: number;
  readonly error?: Error;
}

/** A list of ten records per page, without end, that fails at a page. */
const endless = (reading: Reading): Promise<Page> =>
  pages<unknown, { limit: number; cursor?: string }>({ limit: 10 }, ({ cursor = '0' }) => {
    reading.reads += 1;
    if (reading.reads === reading.failsAt) return Promise.reject(reading.error!);
    const first = Number(cursor);
    return Promise.resolve(
      new Page(
        Array.from({ length: 10 }, (_, index) => record(first + index)),
        { cursor: first + 10 < MOST ? String(first + 10) : undefined },
      ),
    );
  });

function serving(reading: Reading): Server {
  const app = express();
  app.get('/', (_, response, next) => {
    endless(reading)
      .then((page) => sendLines(response, page))
      .catch(next);
  });
  app.use(((error: Error, _, response, next) => {
    if (response.headersSent) response.destroy();
    else next(error);
  }) as express.ErrorRequestHandler);
  return createServer(app);
}

describe('Lines', () => {
  it('end with the problem and the place to continue when a page cannot be read', async () => {
    const server = serving({ reads: 0, failsAt: 4, error: new Unavailable('The database cannot be reached.', 7) });
    const { text } = await supertest(server).get('/').buffer(true).expect(200);
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(31);
    expect(JSON.parse(lines[30]!)).toEqual({
      end: {
        complete: false,
        records: 30,
        cursor: '30',
        problem: expect.objectContaining({ status: 503, detail: 'The database cannot be reached.', instance: '/' }) as object,
      },
    });
  });

  it('are cut off, without an end, by a bug', async () => {
    const server = serving({ reads: 0, failsAt: 4, error: new TypeError('a bug') });
    await expect(supertest(server).get('/').buffer(true)).rejects.toThrow(/aborted|hang up/);
  });

  it('are read no faster than the client takes them, and not any more when it is gone', async () => {
    const reading: Reading = { reads: 0 };
    const server = serving(reading).listen(0);
    await once(server, 'listening');
    const outgoing = send({ port: (server.address() as AddressInfo).port });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    await once(response, 'readable');
    const settled = async (): Promise<number> => {
      for (let before = -1; before !== reading.reads;) {
        before = reading.reads;
        for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
      }
      return reading.reads;
    };
    // what is on the way fits into some buffers
    expect(await settled()).toBeLessThan(MOST / 20);
    outgoing.on('error', () => {});
    response.destroy();
    const whenGone = await settled();
    expect(await settled()).toBe(whenGone);
    await new Promise((resolve) => server.close(resolve));
    expect(reading.reads).toBeLessThan(MOST / 20);
  });
});
