import { openDatabase } from './database';

const MB = 1024 ** 2;

/**
 * Does the work with a buffer pool of this size, and says which: with the 128 MB of MariaDB's default, a large database measures the
 * disk. It belongs to the whole server and is set back at the end.
 */
export async function withBufferPool<T>(
  url: string,
  megabytes: number | undefined,
  print: (text: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const server = await openDatabase(new URL('/', url).href);
  try {
    const [[before] = []] = await server.all('SELECT @@innodb_buffer_pool_size');
    print(`buffer pool: ${megabytes ?? Number(before) / MB} MB`);
    if (megabytes === undefined) return await work();
    await server.run(`SET GLOBAL innodb_buffer_pool_size = ${megabytes * MB}`);
    try {
      return await work();
    } finally {
      await server.run(`SET GLOBAL innodb_buffer_pool_size = ${Number(before)}`);
    }
  } finally {
    await server.close();
  }
}
