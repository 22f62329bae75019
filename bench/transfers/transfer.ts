import { once } from 'node:events';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { get, request, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** Saves a response as a file. @returns its length in bytes */
export async function download(url: string, file: string): Promise<number> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`The export returned ${response.statusCode}.`);
  await pipeline(response, createWriteStream(file));
  return statSync(file).size;
}

/** Uploads a file as CSV. @returns the last line of the response: the summary */
export async function upload(url: string, file: string): Promise<string> {
  const sent = request(url, { method: 'POST', headers: { 'Content-Type': 'text/csv', 'Content-Length': statSync(file).size } });
  const responded = once(sent, 'response') as Promise<[IncomingMessage]>;
  await pipeline(createReadStream(file), sent);
  const [response] = await responded;
  let tail = '';
  for await (const chunk of response) tail = (tail + String(chunk)).slice(-2000);
  return tail.trim().split('\n').at(-1) ?? '';
}
