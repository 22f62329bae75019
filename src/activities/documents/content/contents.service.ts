import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../../../core/callers';
import { Transactions } from '../../../core/database';
import { FileMissing, FileStorage, sendFile, type ReceivedFile } from '../../../core/files';
import type { ExpectedVersion } from '../../../core/http';
import { NotFound } from '../../../core/problems';
import { change, checkInScope, checkVisible, findBody, load, type Body } from '../../../core/records';
import { documents } from '../../activities.records';
import { contentOf, type Content } from './contents';
import type { DocumentTextDto } from './document-text.dto';
import { textOfDocument } from './texts';
import { fileName, fileNamed } from './file-names';
import type { ContentPart } from './content.rules';

type NamedContent = Content & { readonly name: string };

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
    const content = await this.find(caller, id);
    try {
      await this.sendContent(content, response);
    } catch (error) {
      const now = error instanceof FileMissing ? await this.find(caller, id) : content;
      // another one has taken its place since it was looked up
      if (now.key === content.key) throw error;
      await this.sendContent(now, response);
    }
  }

  private find(caller: Caller, id: number): Promise<NamedContent> {
    return this.transactions.read(caller, async (view) => {
      await checkVisible(view, documents, id);
      const found = await contentOf(view.em, id);
      if (!found) throw new NotFound(`Document ${id} has no content here.`);
      const { name } = await load(view.em, documents, id);
      return { ...found, name: fileName(name, found.mediaType) };
    });
  }

  private sendContent({ key, ...content }: NamedContent, response: Response): Promise<void> {
    return sendFile(response, content, (range) => this.storage.open(key, range));
  }

  /** @throws NotFound */
  text(caller: Caller, id: number): Promise<DocumentTextDto> {
    return this.transactions.read(caller, async (view) => {
      await checkVisible(view, documents, id);
      return { documentID: id, ...((await textOfDocument(view.em, id)) ?? { state: 'none', reason: null, text: null }) };
    });
  }
}
