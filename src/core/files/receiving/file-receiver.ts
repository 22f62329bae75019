import { readFile, rm } from 'node:fs/promises';
import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ApiOperationOptions } from '@nestjs/swagger';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { SYSTEM_CALLER } from '../../callers';
import { Settings } from '../../config';
import { Transactions } from '../../database';
import { DAY_MS } from '../../time/moments';
import { FILE_KINDS } from '../file-types';
import type { ReceivedFile } from '../received-file';
import { FileStorage } from '../storage';
import { VirusScanner } from '../scanning/virus-scanner';
import { MOST_MEGABYTES, READABLE, TextReader, TextUnreadable } from '../texts/text-reader.service';
import { noteUnused, releaseFile } from '../unused-files';
import { receive } from './receive';

const RECEIVES = 'receives a file';

/** What a route wants of the file in its body. */
export interface ReceivingOptions {
  /** Its text, too. */
  readonly withText?: boolean;
}

const TEXT = { type: 'string', maxLength: 2147483647 } as const;
const BYTES = { ...TEXT, format: 'binary' } as const;

/** The body of a route is a file of any kind that is known. */
export const ReceivesFile = (options: ReceivingOptions): MethodDecorator =>
  applyDecorators(SetMetadata(RECEIVES, options), UseInterceptors(FileReceiver));

/** The request body of such a route, for its documentation. @param example a text */
export const fileBody = (example: string): NonNullable<ApiOperationOptions['requestBody']> => ({
  required: true,
  description: 'The file as it is, in one of these formats; with application/octet-stream the service finds out which.',
  content: {
    'text/plain': { schema: TEXT, example },
    ...Object.fromEntries(
      FILE_KINDS.filter(({ mediaType }) => mediaType !== 'text/plain').map(({ mediaType }) => [mediaType, { schema: BYTES }]),
    ),
    'application/octet-stream': { schema: BYTES },
  },
});

/** The file in the body: `@SentFile() file: ReceivedFile`. */
export const SentFile = createParamDecorator(
  (_: undefined, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().body as ReceivedFile,
);

/**
 * Receives, checks and stores the file in the body of a request, before its transaction begins: a client may take minutes to send it.
 * Unless the handler uses it, it is removed again.
 */
@Injectable()
export class FileReceiver implements NestInterceptor {
  private readonly reflector = new Reflector();

  constructor(
    private readonly settings: Settings,
    private readonly storage: FileStorage,
    private readonly transactions: Transactions,
    private readonly reader: TextReader,
    private readonly scanner: VirusScanner,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const options = this.reflector.get<ReceivingOptions>(RECEIVES, context.getHandler());
    return from(this.received(context.switchToHttp().getRequest<Request>(), options, next));
  }

  private async received(request: Request, { withText = false }: ReceivingOptions, next: CallHandler): Promise<unknown> {
    const file = await receive(request, this.settings.filesMaxBytes);
    request.body = file;
    try {
      await this.scanner.scan(file.path);
      if (withText) await this.readText(file);
      return await this.stored(file, next);
    } finally {
      await rm(file.path, { force: true });
    }
  }

  private async readText(file: ReceivedFile): Promise<void> {
    file.textProblem = unreadBecause(file);
    if (file.textProblem !== undefined) return;
    try {
      file.text = await this.reader.read(await readFile(file.path), file.kind.mediaType);
    } catch (error) {
      if (!(error instanceof TextUnreadable)) throw error;
      file.textProblem = error.message;
    }
  }

  private async stored({ key, path, kind }: ReceivedFile, next: CallHandler): Promise<unknown> {
    await this.transactions.write(SYSTEM_CALLER, (transaction) =>
      noteUnused(transaction, [key], new Date(transaction.now.getTime() + DAY_MS)),
    );
    try {
      await this.storage.store(key, path, kind.mediaType);
      return await lastValueFrom(next.handle(), { defaultValue: undefined });
    } finally {
      await this.transactions.write(SYSTEM_CALLER, (transaction) => releaseFile(transaction, key));
    }
  }
}

/** Why the text of a file is not even tried to be read, as a sentence. */
function unreadBecause({ kind: { mediaType, extension }, size }: ReceivedFile): string | undefined {
  if (!READABLE.includes(mediaType)) return `The text of a file of the format ${extension.toUpperCase()} is not read.`;
  return size > MOST_MEGABYTES * 1024 ** 2 ? `It is larger than ${MOST_MEGABYTES} MB.` : undefined;
}
