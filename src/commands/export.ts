import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runCommand } from './command';
import { HELP, readArguments, type CommandOptions } from './bulk-arguments';
import { fetchOrThrow, withRetries } from './bulk-requests';

async function exportFile(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  if (!options) return void process.stdout.write(HELP);
  const started = Date.now();
  const bytes = await withRetries(() => receive(options));
  process.stdout.write(`${options.file}: ${(bytes / 1024 ** 2).toFixed(1)} MB in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

/** The file gets its name once it is complete. @returns its size in bytes */
async function receive({ type, format, url, key, file }: CommandOptions): Promise<number> {
  const part = `${file}.part`;
  const target = createWriteStream(part);
  await once(target, 'open');
  try {
    const response = await fetchOrThrow(`${url}/api/${type}/Export?format=${format}`, { key });
    await pipeline(Readable.fromWeb(response.body), target);
    await rename(part, file);
    return target.bytesWritten;
  } catch (error) {
    target.destroy();
    await rm(part, { force: true });
    throw error;
  }
}

runCommand(exportFile);
