import { deflateSync } from 'node:zlib';
import { DOCX, docxOf, pdfOf } from '../support/made-files';
import { TextReader, type ReadingLimits } from './text-reader.service';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const limits = (changed: Partial<ReadingLimits> = {}): ReadingLimits => ({
  ...{ milliseconds: 60_000, heapMegabytes: 128, growthMegabytes: 2000, characters: 10_000 },
  ...changed,
});
const reader = new TextReader();
const read = (bytes: Buffer, type: string, changed?: Partial<ReadingLimits>) => reader.read(Uint8Array.from(bytes), type, limits(changed));

/** A PDF whose only stream has so many megabytes when it is unpacked. */
function bomb(megabytes: number): Buffer {
  const stream = deflateSync(Buffer.alloc(megabytes * 1024 ** 2, ' '));
  const [head = '', tail = ''] = pdfOf('x')
    .toString('latin1')
    .split(/<< \/Length \d+ >>\nstream\n[\s\S]*?\nendstream/);
  return Buffer.concat([
    Buffer.from(`${head}<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`, 'latin1'),
    stream,
    Buffer.from(`\nendstream${tail}`, 'latin1'),
  ]);
}

describe('A reader of texts', () => {
  it('reads each file in a thread', async () => {
    expect(await Promise.all([read(pdfOf('Grace'), 'application/pdf'), read(await DOCX('Zoë'), WORD)])).toEqual(['Grace', 'Zoë']);
  });

  it('says why there is no text', async () => {
    await expect(read(Buffer.from(' '), 'text/plain')).rejects.toThrow('No text was found in it. It may be a scan.');
    await expect(read(Buffer.from('%PDF-1.4\n'), 'application/pdf')).rejects.toThrow(/^It cannot be read: .+\.$/);
  });

  it('gives up what takes too long', async () => {
    await expect(read(pdfOf('Grace'), 'application/pdf', { milliseconds: 1 })).rejects.toThrow('It takes more than 0.001 seconds to read.');
    expect(await read(pdfOf('Grace'), 'application/pdf')).toBe('Grace');
  });

  it('gives up what takes too much memory', async () => {
    await expect(read(bomb(300), 'application/pdf', { growthMegabytes: 20 })).rejects.toThrow(/^It takes more than \d+ MB to read\.$/);
  });

  it('gives up a DOCX that is small packed and large unpacked', async () => {
    const large = await docxOf(`<w:p>${' '.repeat(70 * 1024 ** 2)}</w:p>`);
    expect(large.length).toBeLessThan(200_000);
    await expect(read(large, WORD)).rejects.toThrow(/unpacked\.$/);
  });
});
