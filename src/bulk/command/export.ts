import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runCommand } from '../../shell';
import { HELP, readArguments, type Asked } from './arguments';
import { answered, persistently } from './persistent';

async function exportFile(): Promise<void> {
  const asked = readArguments(process.argv.slice(2));
  if (!asked) return void process.stdout.write(HELP);
  const started = Date.now();
  const bytes = await persistently(() => receive(asked));
  process.stdout.write(`${asked.file}: ${(bytes / 1024 ** 2).toFixed(1)} MB in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

/** The file has its name once it is whole. @returns its bytes */
async function receive({ type, format, url, key, file }: Asked): Promise<number> {
  const response = await answered(`${url}/api/${type}/Export?format=${format}`, { key });
  const part = `${file}.part`;
  try {
    const target = createWriteStream(part);
    await pipeline(Readable.fromWeb(response.body), target);
    await rename(part, file);
    return target.bytesWritten;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

runCommand(exportFile);
