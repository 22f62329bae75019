import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../../../core/callers';
import { Transactions } from '../../../core/database';
import { FileStorage, sendFile, type ReceivedFile } from '../../../core/files';
import type { ExpectedVersion } from '../../../core/http';
import { NotFound } from '../../../core/problems';
import { change, checkInScope, checkVisible, findBody, load, type Body } from '../../../core/records';
import { documents } from '../../activities.records';
import { contentOf } from './contents';
import type { DocumentTextDto } from './document-text.dto';
import { textOfDocument } from './texts';
import { fileName, fileNamed } from './file-names';
import type { ContentPart } from './content.rules';

/** The contents of documents. */
@Injectable()
export class DocumentContents {
  constructor(
    private readonly transactions: Transactions,
    private readonly storage: FileStorage,
  ) {}

  /** @param name what the document is called from now on @throws NotFound, InvalidRequest, Conflict, PreconditionFailed */
  replace(caller: Caller, id: number, content: ReceivedFile, name?: string, expected?: ExpectedVersion): Promise<Body> {
    const body = { ...fileNamed(name), content } satisfies ContentPart & object;
    return this.transactions.write(caller, async (transaction) => {
      await checkInScope(transaction, documents, id);
      await change(transaction, documents, id, body, { expected });
      return findBody(transaction, documents, id);
    });
  }

  /** @throws NotFound, FileMissing, RangeNotSatisfiable */
  async send(caller: Caller, id: number, response: Response): Promise<void> {
    const { key, ...content } = await this.transactions.read(caller, async (view) => {
      await checkVisible(view, documents, id);
      const found = await contentOf(view.em, id);
      if (!found) throw new NotFound(`Document ${id} has no content here.`);
      const { name } = await load(view.em, documents, id);
      return { ...found, name: fileName(name, found.mediaType) };
    });
    await sendFile(response, content, (range) => this.storage.open(key, range));
  }

  /** @throws NotFound */
  text(caller: Caller, id: number): Promise<DocumentTextDto> {
    return this.transactions.read(caller, async (view) => {
      await checkVisible(view, documents, id);
      return { documentID: id, ...((await textOfDocument(view.em, id)) ?? { state: 'none', reason: null, text: null }) };
    });
  }
}
