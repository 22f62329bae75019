import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import express, { type Request, type Response } from 'express';
import supertest from 'supertest';
import { expressServer } from './express-server';

setFlagsFromString('--allow-natives-syntax');
/** Whether V8 gives two objects the same hidden class. */
const haveSameShape = runInThisContext('(one, other) => %HaveSameMap(one, other)') as (one: object, other: object) => boolean;

describe('A server of Express', () => {
  const app = express();
  const requests: Request[] = [];
  const responses: Response[] = [];
  app.get('/jobs/:id', (request, response) => {
    requests.push(request);
    responses.push(response);
    response.vary('Accept').json({ id: request.params['id'], isSecure: request.secure });
  });
  const server = expressServer(app);

  it('has requests and responses of one shape each, whose properties V8 finds at once', async () => {
    // the first ones teach V8 which properties there are
    for (let id = 0; id < 50; id++) await supertest(server).get(`/jobs/${id}`).expect(200);
    expect(haveSameShape(requests.at(-1)!, requests.at(-2)!)).toBe(true);
    expect(haveSameShape(responses.at(-1)!, responses.at(-2)!)).toBe(true);
  });

  it('gives them what Express adds', async () => {
    const { body, headers } = await supertest(server).get('/jobs/7');
    expect(body).toEqual({ id: '7', isSecure: false });
    expect(headers).toMatchObject({ vary: 'Accept', 'content-type': 'application/json; charset=utf-8' });
    expect(requests.at(-1)!.app).toBe(app);
  });
});
