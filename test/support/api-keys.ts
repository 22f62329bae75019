import { createHash } from 'node:crypto';
import type { TestApp } from './app';
import type { Body } from './api-client';

export const ADMIN_KEY = 'key-of-the-first-administrator';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The environment of a service that knows {@link ADMIN_KEY}. */
export const WITH_ADMIN = { DEMO_DATA: 'false', API_KEYS: `admin:${sha256(ADMIN_KEY)}` };

export interface NewKey extends Body {
  readonly id: number;
  readonly key: string;
  readonly prefix: string;
}

type Method = 'get' | 'post' | 'put' | 'delete';

/** Requests under a key. */
export const requestAs = (service: TestApp, key: string, method: Method, path: string) =>
  service.http[method](path).set('Authorization', `Bearer ${key}`);

/** The same with the example of a body: JSON, or a text. */
export const sendAs = (service: TestApp, key: string, method: Method, path: string, example?: object | string) => {
  const request = requestAs(service, key, method, path);
  return (typeof example === 'string' ? request.type('text/plain') : request).send(example);
};

/** Creates a key as the first administrator. */
export const createKey = async (service: TestApp, body: object): Promise<NewKey> =>
  (await requestAs(service, ADMIN_KEY, 'post', '/api/ApiKeys').send(body).expect(201)).body as NewKey;

/** Creates a user as the first administrator. @returns its id */
export const createUser = async (service: TestApp, body: object): Promise<number> =>
  ((await requestAs(service, ADMIN_KEY, 'post', '/api/Users').send(body).expect(201)).body as { id: number }).id;
