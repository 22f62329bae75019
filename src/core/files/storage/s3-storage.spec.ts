import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StorageFailed } from './file-storage';
import { S3Storage } from './s3-storage';

describe('A bucket that does not answer', () => {
  const before = { ...process.env };
  const server: Server = createServer((request) => void request.resume());
  let storage: S3Storage;
  beforeAll(async () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test-key', AWS_SECRET_ACCESS_KEY: 'test-secret' });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    storage = new S3Storage({ name: 'contents', endpoint, region: 'us-east-1' }, 100);
  });
  afterAll(() => {
    process.env = before;
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ['stored', () => storage.store('key', __filename, 'text/plain')],
    ['opened', () => storage.open('key')],
    ['removed', () => storage.remove('key')],
  ])('is given up where a file is to be %s', async (_, work) => {
    await expect(work()).rejects.toBeInstanceOf(StorageFailed);
  });
});
